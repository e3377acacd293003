// The services that people may sign in with, as the settings name them.

interface Client {
  /** Part of the callback URL and of the links stored with users, so it must never change. */
  id: string;
  /** The label on the sign-in button. */
  label: string;
  clientId: string;
  clientSecret: string | null;
}

export interface OidcProvider extends Client {
  kind: 'oidc';
  issuer: string;
  scopes: readonly string[];
}

export interface GithubProvider extends Client {
  kind: 'github';
  url: string;
  apiUrl: string;
}

export type SignInProvider = OidcProvider | GithubProvider;

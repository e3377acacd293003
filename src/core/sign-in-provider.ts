// The services that people may sign in with, as the settings name them.

interface Client {
  /** Part of the callback URL and of stored links to users: it must stay the same. */
  id: string;
  /** The words on the button. */
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

// Schemas of a push to a Git remote.
import Type, { type Static } from 'typebox';

/** Visible ASCII, because it goes into a header. */
const WORD = '^[\\x21-\\x7e]+$';

export const PushBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'The HTTPS address of a repository that you may write to, such as https://github.com/you/app.git',
  }),
  token: Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: WORD,
    description: 'An access token with the right to write. It is used for this push and not stored',
  }),
  username: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x39\\x3b-\\x7e]+$',
      description: 'For servers that check it beside the token; default: git',
    }),
  ),
  branch: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$',
      description: 'The branch to push to; default: main',
    }),
  ),
});
export type PushBody = Static<typeof PushBody>;

export const PushReply = Type.Object(
  {
    object: Type.Literal('project.push'),
    project_id: Type.String(),
    url: Type.String({ description: 'Where the repository is, after redirects' }),
    branch: Type.String({ description: 'The branch that was pushed to' }),
    commit: Type.String({ description: 'The commit that the branch is at now' }),
    pushed: Type.Integer({ description: 'How many commits were new to the remote; 0: it had all of them' }),
  },
  { title: 'ProjectPush' },
);

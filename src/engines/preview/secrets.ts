// Finds text that looks like a secret in generated code: keys belong in the environment, never in files.
import type { Problem, SourceFile } from './port.ts';

const PATTERNS: [RegExp, string][] = [
  [/-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/, 'a private key'],
  [/\bsk_(?:live|test)_[0-9a-zA-Z]{16,}/, 'a secret API key'],
  [/\bsk-[A-Za-z0-9_-]{32,}/, 'a secret API key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'a cloud access key'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}/, 'an access token'],
  [/\bxox[baprs]-[A-Za-z0-9-]{20,}/, 'an access token'],
];

export function findSecrets(files: readonly SourceFile[]): Problem[] {
  return files.flatMap((file) =>
    PATTERNS.flatMap(([pattern, name]) => {
      const found = pattern.exec(file.content);
      if (!found) return [];
      const line = file.content.slice(0, found.index).split('\n').length;
      return [
        {
          stage: 'secret' as const,
          file: file.path,
          line,
          message: `${name} must not be in the code: read it from the environment`,
        },
      ];
    }),
  );
}

// The declaration of one setting.

export interface Declaration {
  meaning: string;
  /** The default value. */
  default?: string;
  /** The default in words, if it is not a fixed value. */
  otherwise?: string;
  example: string;
  /** Can also be read from a file, whose path is in NAME_FILE. */
  isSecret?: true;
}

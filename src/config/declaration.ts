// What is said about a setting.

export interface Declaration {
  meaning: string;
  /** What is used if the setting is not set. */
  default?: string;
  /** The same in words, where it is no fixed value. */
  otherwise?: string;
  example: string;
  /** Can also be read from the file that NAME_FILE names. */
  isSecret?: true;
}

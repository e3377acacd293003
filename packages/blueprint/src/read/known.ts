// What is known of a thing that people keep records of.
export interface Known {
  /** Words that name it, singular. */
  words: string[];
  icon: string;
  /** In the notation of fields.ts. */
  fields: string[];
  names: string[];
  /** Things that usually come along, by their first word. */
  along?: string[];
  hue?: number;
}

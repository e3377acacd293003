// Knowledge about an entity that people keep records of.
export interface Known {
  /** Words that name it, singular. */
  words: string[];
  icon: string;
  /** In the notation of fields.ts. */
  fields: string[];
  names: string[];
  /** Entities that usually accompany it, by their first word. */
  along?: string[];
  hue?: number;
}

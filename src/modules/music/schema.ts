// Schemas of the music routes.
import Type, { type Static } from 'typebox';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Preset = Type.Enum(['streaming', 'loud', 'warm', 'off'], {
  title: 'MasteringPreset',
  description: 'How loud and how dense; default: streaming',
});

const Mastering = Type.Object(
  {
    preset: Type.Optional(Preset),
    target_lufs: Type.Optional(
      Type.Number({ minimum: -30, maximum: -6, description: 'Integrated loudness; −14 when absent' }),
    ),
  },
  { title: 'Mastering', description: 'How the song is mastered' },
);

const Model = Type.Optional(
  Type.String({ maxLength: 200, description: 'A model of GET /models whose module is music' }),
);

export const GenerateBody = Type.Object({
  model: Model,
  prompt: Type.String({ minLength: 1, maxLength: 4_000, description: 'What the song is about and how it sounds' }),
  genre: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'One of GET /music/genres' })),
  duration: Type.Optional(Type.Integer({ minimum: 30, maximum: 240, description: 'Seconds; 60 when absent' })),
  voice: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'One of GET /music/voices' })),
  voices: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
      minItems: 1,
      maxItems: 2,
      description: 'Two make a duet',
    }),
  ),
  vocals: Type.Optional(
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean({ description: 'false: instrumental' })),
        gender: Type.Optional(Type.Enum(['female', 'male', 'duet', 'any'], { description: 'Who sings; default: any' })),
        style: Type.Optional(Type.String({ maxLength: 120, description: 'How it is sung, in words' })),
      },
      { description: 'Whether and how it is sung' },
    ),
  ),
  lyrics: Type.Optional(
    Type.String({ minLength: 1, maxLength: 10_000, description: '[Verse], [Chorus] and [Bridge] tags allowed' }),
  ),
  title: Type.Optional(
    Type.String({ description: 'The title; default: one from the prompt', minLength: 1, maxLength: 120 }),
  ),
  tempo: Type.Optional(Type.Number({ minimum: 40, maximum: 220, description: 'Beats per minute' })),
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'e.g. "A minor"' })),
  mood: Type.Optional(Type.String({ description: 'Such as calm or energetic', minLength: 1, maxLength: 60 })),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'The same seed gives the same song' }),
  ),
  instrumental: Type.Optional(Type.Boolean({ description: 'true: no singing' })),
  mastering: Type.Optional(Mastering),
  format: Type.Optional(Type.Enum(['mp3', 'wav', 'flac'], { description: 'The format of audio_url; default: mp3' })),
});
export type GenerateBody = Static<typeof GenerateBody>;

export const MasterBody = Type.Object({
  model: Model,
  audio: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 70_000_000,
      description:
        'A file id, a /files/ URL of this service, a data URI or an https URL; or upload a file as multipart',
    }),
  ),
  track_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A track of your library' })),
  title: Type.Optional(Type.String({ description: 'The title of the mastered track', minLength: 1, maxLength: 120 })),
  // A multipart form sends every value as text.
  preset: Type.Optional(Preset),
  mastering: Type.Optional(Mastering),
  format: Type.Optional(Type.Enum(['mp3', 'wav', 'flac'], { description: 'The format of audio_url; default: mp3' })),
});
export type MasterBody = Static<typeof MasterBody>;

export const TrackParams = Type.Object({
  id: Type.String({ description: 'Id of a song', minLength: 1, maxLength: 100 }),
});
export const StatusParams = Type.Object({
  job_id: Type.String({ description: 'The id that POST /music/generate returned', minLength: 1, maxLength: 100 }),
});

export const LibraryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
  genre: Type.Optional(Type.String({ description: 'Only this genre', minLength: 1, maxLength: 60 })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Words of the title, prompt or lyrics' })),
});
export type LibraryQuery = Static<typeof LibraryQuery>;

const TrackFields = {
  title: Type.Optional(Type.String()),
  genre: Type.Optional(OrNull(Type.String())),
  duration: Type.Optional(Type.Number()),
  tempo: Type.Optional(OrNull(Type.Number())),
  key: Type.Optional(OrNull(Type.String())),
  sections: Type.Optional(
    Type.Array(
      Type.Object({ name: Type.String(), start: Type.Number(), end: Type.Number() }, { title: 'SongSection' }),
    ),
  ),
  lyrics: Type.Optional(OrNull(Type.String())),
  voices: Type.Optional(Type.Array(Type.String())),
  audio_url: Type.Optional(Type.String()),
  formats: Type.Optional(Type.Record(Type.String(), Type.String())),
  stems: Type.Optional(Type.Record(Type.String(), Type.String())),
  stems_url: Type.Optional(OrNull(Type.String({ description: 'All stems as one zip' }))),
  midi_url: Type.Optional(OrNull(Type.String())),
  waveform: Type.Optional(Type.Array(Type.Number())),
  cover_url: Type.Optional(OrNull(Type.String())),
  loudness: Type.Optional(
    Type.Object({ integrated_lufs: Type.Number(), true_peak_db: Type.Number() }, { title: 'Loudness' }),
  ),
  seed: Type.Optional(OrNull(Type.Integer())),
  understood: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  warnings: Type.Optional(Type.Array(Type.String())),
  usage: Type.Optional(Type.Object({ credits: Type.Number() }, { description: 'What it cost, once it has ended' })),
};

/** What an answer says of a song that is made. */
export type TrackFields = Static<Type.TObject<typeof TrackFields>>;

export const MusicJobReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('music.job'),
    status: Type.Enum(['processing', 'completed', 'failed', 'cancelled'], { title: 'JobStatus' }),
    progress: Type.Number(),
    stage: Type.String({ description: 'composing, arranging, singing, mixing, mastering, encoding' }),
    queue_position: Type.Integer(),
    estimated_time: Type.Integer(),
    ...TrackFields,
  },
  { title: 'MusicJob' },
);

const TrackReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('music.track'),
    created_at: Type.String(),
    ...TrackFields,
  },
  { title: 'Track' },
);

export const LibraryReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(TrackReply),
    has_more: Type.Boolean(),
    next_cursor: OrNull(Type.String()),
  },
  { title: 'TrackList' },
);

export const VoicesReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        gender: Type.String(),
        language: Type.String(),
        accent: Type.String(),
        style: Type.String(),
        range: Type.Object({ low: Type.String(), high: Type.String() }),
        preview_url: OrNull(Type.String()),
      }),
    ),
  },
  { title: 'VoiceList' },
);

export const GenresReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        tempo_range: Type.Array(Type.Number()),
        example_prompt: Type.String(),
      }),
    ),
  },
  { title: 'GenreList' },
);

export const DeletedReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('music.track'),
    deleted: Type.Literal(true),
  },
  { title: 'DeletedTrack' },
);

// Schemas of jobs.
import Type, { type Static } from 'typebox';

export const JobParams = Type.Object({ id: Type.String({ description: 'Id of a job', maxLength: 100 }) });

export const JobListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
  status: Type.Optional(
    Type.Enum(['processing', 'completed', 'failed', 'cancelled'], {
      title: 'JobStatus',
      description: 'Only jobs in this state',
    }),
  ),
  service: Type.Optional(
    Type.Enum(['music', 'video', 'image', 'builder', 'batch', 'vectors', 'chat'], {
      description: 'Only jobs of this module',
    }),
  ),
});
export type JobListQuery = Static<typeof JobListQuery>;

export const JobReply = Type.Object(
  {
    id: Type.String(),
    object: Type.String({
      description: 'music.job, video.job, image.job, build.job, batch.job, vector_files.job or response.job',
    }),
    status: Type.Enum(['processing', 'completed', 'failed', 'cancelled'], { title: 'JobStatus' }),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    stage: Type.String(),
    queue_position: Type.Integer({
      description:
        'The place among the jobs of your account that have not ended, from 1, those that run first; 0 once the job runs itself',
    }),
    estimated_time: Type.Integer({
      description: 'Estimated seconds left, with the wait in the queue, based on earlier jobs',
    }),
    created_at: Type.String(),
    started_at: Type.Union([Type.String(), Type.Null()]),
    completed_at: Type.Union([Type.String(), Type.Null()]),
    error: Type.Union([
      Type.Object({ code: Type.String(), message: Type.String() }, { title: 'JobError' }),
      Type.Null(),
    ]),
    usage: Type.Optional(
      Type.Object(
        { credits: Type.Number() },
        { description: 'What it cost, once it has ended; for a cancelled job what it had used by then' },
      ),
    ),
  },
  { title: 'Job' },
);

export const JobListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(JobReply),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'JobList' },
);

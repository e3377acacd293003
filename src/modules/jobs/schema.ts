// Schemas of jobs.
import Type, { type Static } from 'typebox';

export const JobParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const JobListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
  status: Type.Optional(
    Type.Union([
      Type.Literal('processing'),
      Type.Literal('completed'),
      Type.Literal('failed'),
      Type.Literal('cancelled'),
    ]),
  ),
  service: Type.Optional(
    Type.Union([Type.Literal('music'), Type.Literal('video'), Type.Literal('image'), Type.Literal('builder')]),
  ),
});
export type JobListQuery = Static<typeof JobListQuery>;

export const JobReply = Type.Object({
  id: Type.String(),
  object: Type.String({ description: 'music.job, video.job, image.job or build.job' }),
  status: Type.Union([
    Type.Literal('processing'),
    Type.Literal('completed'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  stage: Type.String(),
  queue_position: Type.Integer({
    description: 'The place among the waiting jobs of your account, from 1; 0 once the job runs',
  }),
  estimated_time: Type.Integer({
    description: 'Estimated seconds left, with the wait in the queue, based on earlier jobs',
  }),
  created_at: Type.String(),
  started_at: Type.Union([Type.String(), Type.Null()]),
  completed_at: Type.Union([Type.String(), Type.Null()]),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
  usage: Type.Optional(Type.Object({ credits: Type.Number() }, { description: 'What it cost, once it has ended' })),
});

export const JobListReply = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(JobReply),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

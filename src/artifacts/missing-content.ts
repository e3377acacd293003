// The error for a file whose record remains although its content is gone from the disk or the bucket.
import { ServiceError } from '../core/errors.ts';

export function contentIsGone(): ServiceError {
  return new ServiceError(
    'not_found',
    'The content of this file is gone from the file storage. Make or upload it again, or ask the operator to restore it.',
  );
}

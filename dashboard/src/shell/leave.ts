// Signs out, and clears the user's data from this page's memory.
import { wordsOf } from '../api/problem.ts';
import { queryClient } from '../api/queries.ts';
import { signOut } from '../api/session.ts';
import { forgetDraft } from '../parts/draft.ts';
import { tell } from '../parts/toast.tsx';

export async function leave(): Promise<void> {
  try {
    await signOut();
    // Another person may sign in next.
    forgetDraft();
    queryClient.clear();
    location.assign('/sign-in');
  } catch (error) {
    tell(wordsOf(error), 'problem');
  }
}

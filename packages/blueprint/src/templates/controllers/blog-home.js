// The list of posts, newest first, by topic and by words.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { formatDate } from '../lib/format.js';
import { searchRecords, sortRecords } from '../lib/records.js';

export function createBlogHome() {
  const topics = store.schema.posts.fields.find((field) => field.name === 'topic').options;
  return controller({ query: '', topic: 'All' }, (state) => ({
    ...state,
    topics: ['All', ...topics],
    posts: sortRecords(searchRecords(store, 'posts', state.query), 'date', true)
      .filter((post) => state.topic === 'All' || post.topic === state.topic)
      .map((post) => ({ ...post, when: formatDate(post.date) })),
  }));
}

// One post with its comments.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { formatDate } from '../lib/format.js';

export function createBlogPost({ id }) {
  const base = controller({ name: '', words: '' }, (state) => {
    const post = store.find('posts', id);
    if (!post) return { ...state, isMissing: true, post: {}, paragraphs: [], comments: [] };
    const body = post.body ?? '';
    return {
      ...state,
      isMissing: false,
      post,
      when: formatDate(post.date),
      minutes: Math.max(1, Math.round(body.split(/\s+/).length / 200)),
      paragraphs: body.split(/\n+/).filter(Boolean),
      comments: store.list('comments').filter((comment) => comment.post === id),
    };
  });
  return {
    ...base,
    comment() {
      const { name, words } = base.state();
      if (store.add('comments', { post: id, name: name || 'A reader', words }).ok) base.set({ words: '' });
    },
  };
}

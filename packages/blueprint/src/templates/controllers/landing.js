// The public page: signing up with an e-mail address, choosing a plan, opening answers.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { artFor } from '../lib/art.js';
import { controller } from '../lib/controller.js';

export function createLanding() {
  const start = { email: '', message: '', isJoined: false, plan: '', open: app.copy.landing.faq[0]?.question ?? '' };
  const base = controller(start, (state) => ({ ...state, copy: app.copy.landing, art: `url("${artFor(app.name)}")` }));
  return {
    ...base,
    join() {
      const { email, plan } = base.state();
      const result = store.add('signups', { email, plan: plan || 'Not chosen' });
      if (!result.ok) return base.set({ message: result.errors.email ?? 'Please check the address.', isJoined: false });
      base.set({ message: `Thank you! We will write to ${email}.`, isJoined: true, email: '' });
    },
    choose: (plan) => base.set({ plan }),
    toggle: (question) => base.set({ open: base.state().open === question ? '' : question }),
  };
}

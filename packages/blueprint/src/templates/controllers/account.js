// Signing up, in and out. The door itself (auth.js) differs: this device alone, or this app's server.
import { auth } from '../data/auth.js';
import { controller } from '../lib/controller.js';

const INPUTS = [
  { name: 'name', label: 'Name', type: 'text', isForNew: true },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'password', label: 'Password', type: 'password' },
];

export function createAccount() {
  const base = controller(
    { isNew: true, form: {}, errors: {}, who: null },
    (state) => ({
      ...state,
      note: auth.note,
      initial: (state.who?.name ?? '?').slice(0, 1).toUpperCase(),
      inputs: INPUTS.filter((input) => state.isNew || !input.isForNew).map((input) => ({
        ...input,
        value: state.form[input.name] ?? '',
        error: state.errors[input.name] ?? '',
      })),
    }),
    { start: () => auth.current().then((who) => base.set({ who })) },
  );
  return {
    ...base,
    edit: (name, value) => base.set({ form: { ...base.state().form, [name]: value }, errors: {} }),
    async enter() {
      const { form, isNew } = base.state();
      const errors = checkForm(form, isNew);
      if (Object.keys(errors).length > 0) return base.set({ errors });
      const result = isNew ? await auth.signUp(form) : await auth.signIn(form);
      base.set(result.ok ? { who: result.who, form: {}, errors: {} } : { errors: { email: result.message } });
    },
    async leave() {
      await auth.signOut();
      base.set({ who: null });
    },
  };
}

export function checkForm(form, isNew) {
  const errors = {};
  if (isNew && !form.name?.trim()) errors.name = 'Please tell us your name.';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email ?? '')) errors.email = 'Please give an e-mail address.';
  if ((form.password ?? '').length < 8) errors.password = 'A password has at least 8 characters.';
  return errors;
}

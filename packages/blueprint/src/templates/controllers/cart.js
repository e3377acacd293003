// The cart and its checkout.
import { placeOrder, readCart, setQuantity } from '../lib/cart.js';
import { controller } from '../lib/controller.js';

const INPUTS = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail' },
  { name: 'address', label: 'Address' },
];

export function createCart() {
  const base = controller({ customer: {}, errors: {}, placed: '' }, (state) => ({
    placed: state.placed,
    cart: readCart(),
    inputs: INPUTS.map((input) => ({
      ...input,
      value: state.customer[input.name] ?? '',
      error: state.errors[input.name] ?? '',
    })),
  }));
  return {
    ...base,
    setQuantity,
    edit: (name, value) => base.set({ customer: { ...base.state().customer, [name]: value } }),
    order() {
      const { customer } = base.state();
      const result = placeOrder(customer);
      base.set(result.ok ? { placed: customer.name, errors: {}, customer: {} } : { errors: result.errors });
    },
  };
}

// The cart: its lines, its total, and turning it into an order.
import { store } from '../data/store.js';

export function addToCart(productId, quantity = 1) {
  const product = store.find('products', productId);
  if (!product || product.stock < 1) return;
  const line = store.list('basket').find((each) => each.product === productId);
  const wanted = Math.min(product.stock, (line?.quantity ?? 0) + quantity);
  if (line) store.update('basket', line.id, { quantity: wanted });
  else store.add('basket', { product: productId, quantity: wanted });
}

export function setQuantity(lineId, quantity) {
  if (quantity < 1) store.remove('basket', lineId);
  else store.update('basket', lineId, { quantity });
}

export function readCart() {
  const lines = store
    .list('basket')
    .map((line) => ({ ...line, item: store.find('products', line.product) }))
    .filter((line) => line.item);
  const cents = lines.reduce((sum, line) => sum + Math.round(line.item.price * 100) * line.quantity, 0);
  const shipping = cents === 0 || cents >= 5000 ? 0 : 490;
  return {
    lines: lines.map((line) => ({ ...line, total: (Math.round(line.item.price * 100) * line.quantity) / 100 })),
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotal: cents / 100,
    shipping: shipping / 100,
    total: (cents + shipping) / 100,
  };
}

export function placeOrder(customer) {
  const cart = readCart();
  if (cart.lines.length === 0) return { ok: false, errors: { name: 'The cart is empty.' } };
  const items = cart.lines.map((line) => `${line.quantity} × ${line.item.name}`).join(', ');
  const result = store.add('orders', { ...customer, items, total: cart.total, status: 'New' });
  if (!result.ok) return result;
  for (const line of cart.lines) {
    store.update('products', line.product, { stock: line.item.stock - line.quantity });
    store.remove('basket', line.id);
  }
  return result;
}

// The cart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { store } from '../src/data/store.js';
import { addToCart, placeOrder, readCart } from '../src/lib/cart.js';

test('goods go into the cart, become an order and leave the stock', () => {
  const product = store.list('products').find((each) => each.stock > 1);
  addToCart(product.id);
  addToCart(product.id);
  assert.equal(readCart().count, 2);
  assert.equal(placeOrder({ name: '', email: 'x', address: '' }).ok, false);
  assert.ok(placeOrder({ name: 'Ada', email: 'ada@example.com', address: 'Main street 1' }).ok);
  assert.equal(readCart().count, 0);
  assert.equal(store.find('products', product.id).stock, product.stock - 2);
});

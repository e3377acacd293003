// The shelves: products by words, category and order.
import { store } from '../data/store.js';
import { addToCart, readCart } from '../lib/cart.js';
import { controller } from '../lib/controller.js';
import { searchRecords, sortRecords } from '../lib/records.js';

export function createShopHome() {
  const categories = store.schema.products.fields.find((field) => field.name === 'category').options;
  const base = controller({ query: '', category: 'All', order: 'name' }, (state) => ({
    ...state,
    categories: ['All', ...categories],
    inCart: readCart().count,
    products: sortRecords(searchRecords(store, 'products', state.query), state.order, state.order === 'rating').filter(
      (product) => state.category === 'All' || product.category === state.category,
    ),
  }));
  return { ...base, add: (id) => addToCart(id) };
}

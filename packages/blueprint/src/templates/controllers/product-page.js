// One product, ready to be put into the cart.
import { store } from '../data/store.js';
import { addToCart, readCart } from '../lib/cart.js';
import { controller } from '../lib/controller.js';

export function createProductPage({ id }) {
  const base = controller({}, () => {
    const product = store.find('products', id);
    if (!product) return { isMissing: true, product: {}, inCart: 0 };
    const rating = product.rating ?? 0;
    return {
      isMissing: false,
      product,
      inCart: readCart().count,
      stars: `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}`,
      stock: product.stock > 0 ? `${product.stock} in stock` : 'Sold out',
    };
  });
  return { ...base, add: () => addToCart(id) };
}

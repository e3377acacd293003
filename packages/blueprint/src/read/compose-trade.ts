// Trade: shop with cart, booking, invoices.
import { entityOf, hidden, type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { dayFrom } from './seed.ts';
import { sentenceCase, singularOf, titleCase } from './words.ts';

const SHELVES: { pattern: RegExp; categories: string[]; goods: [string, number][] }[] = [
  {
    pattern: /coffee|roast|espresso/,
    categories: ['Beans', 'Gear', 'Gifts'],
    goods: [
      ['Morning blend', 12.5],
      ['Hand grinder', 64],
      ['Gift box', 39],
      ['Single origin', 15.9],
      ['Pour-over kettle', 49],
      ['Two cups', 24],
      ['Decaf', 13.5],
      ['Paper filters', 6.5],
    ],
  },
  {
    pattern: /plant|flower|garden|seed/,
    categories: ['Plants', 'Pots', 'Tools'],
    goods: [
      ['Monstera', 34],
      ['Terracotta pot', 14],
      ['Watering can', 26],
      ['Olive tree', 48],
      ['Hanging basket', 19],
      ['Pruning shears', 22],
      ['Fern', 16.5],
      ['Glazed pot', 29],
    ],
  },
  {
    pattern: /cloth|fashion|shirt|sneaker|shoe|wear/,
    categories: ['Tops', 'Shoes', 'Accessories'],
    goods: [
      ['Linen shirt', 59],
      ['Canvas sneakers', 79],
      ['Wool scarf', 34],
      ['Striped tee', 25],
      ['Leather boots', 149],
      ['Tote bag', 19],
      ['Knit sweater', 89],
      ['Felt hat', 45],
    ],
  },
  {
    pattern: /book/,
    categories: ['Fiction', 'Non-fiction', 'Children'],
    goods: [
      ['The Quiet Harbour', 14.9],
      ['Small Machines', 22],
      ['The Bear’s Map', 11.5],
      ['Salt and Stars', 16],
      ['A Short History of Rain', 19.5],
      ['Night Train Friends', 9.9],
    ],
  },
  {
    pattern: /candle|soap|craft|handmade|jewel|ceramic|pottery/,
    categories: ['Home', 'Body', 'Gifts'],
    goods: [
      ['Beeswax candle', 18],
      ['Lavender soap', 7.5],
      ['Gift set', 36],
      ['Stoneware bowl', 28],
      ['Hand balm', 12],
      ['Silver ring', 54],
      ['Glazed mug', 22],
    ],
  },
  {
    pattern: /electronic|gadget|phone|tech|computer/,
    categories: ['Audio', 'Desk', 'Travel'],
    goods: [
      ['Studio headphones', 129],
      ['Desk lamp', 59],
      ['Travel charger', 34],
      ['Small speaker', 79],
      ['Keyboard', 99],
      ['Cable kit', 19],
    ],
  },
  {
    pattern: /.*/,
    categories: ['Favourites', 'New', 'Gifts'],
    goods: [
      ['Everyday classic', 24],
      ['Fresh arrival', 32],
      ['Gift box', 45],
      ['Small treat', 9.5],
      ['Limited edition', 68],
      ['Starter set', 39],
      ['Refill', 14],
      ['Large one', 54],
    ],
  },
];

export function composeShop({ prompt, subject }: KindOrder): KindParts {
  const about = subject ?? (/\b([a-z]+)\s+(?:shop|store)\b/i.exec(prompt)?.[1] ?? 'good things').toLowerCase();
  const shelf = SHELVES.find((each) => each.pattern.test(prompt.toLowerCase())) ?? SHELVES.at(-1);
  const categories = shelf?.categories ?? [];
  const products = entityOf(
    { name: 'products', icon: 'box' },
    ['name*', `category:${categories.join('|')}`, 'price*', 'stock', 'rating', 'description'],
    (shelf?.goods ?? []).map(([name, price], index) => ({
      name,
      category: categories[index % categories.length] ?? '',
      price,
      stock: 12 - index,
      rating: 3 + (index % 3),
      description: `${name}: chosen with care, made to last, and sent to you within two days.`,
    })),
  );
  const orders = entityOf({ name: 'orders', icon: 'cart' }, [
    'name*',
    'email*',
    'address:longtext*',
    'items',
    'total',
    'status:New|Packed|Sent|Delivered',
  ]);
  const basket = entityOf({ name: 'basket', icon: 'cart' }, ['product>products', 'quantity']);
  return {
    name: `${titleCase(singularOf(about))} Shop`,
    tagline: `${sentenceCase(about)}, delivered.`,
    layout: 'site',
    entities: [products, orders, basket],
    pages: [
      page({ path: '/', title: 'Shop', icon: 'home' }, 'ShopHome'),
      page({ path: '/cart', title: 'Cart', icon: 'cart' }, 'Cart'),
      ...recordPages(products, false, 'ProductPage'),
      ...recordPages(orders, true),
    ],
    copy: { shop: { lead: `A small, careful choice of ${about}. Free shipping from $50.` } },
  };
}

const SERVICES: { pattern: RegExp; title: string; rows: [string, number, number][] }[] = [
  {
    pattern: /hair|barber|salon|beauty|nail/,
    title: 'Choose a treatment',
    rows: [
      ['Cut and finish', 45, 38],
      ['Colour', 90, 85],
      ['Beard trim', 20, 18],
      ['Wash and style', 30, 25],
    ],
  },
  {
    pattern: /dent|doctor|clinic|physio|therap|massage|vet/,
    title: 'Choose a visit',
    rows: [
      ['First consultation', 45, 60],
      ['Follow-up', 30, 40],
      ['Check-up', 30, 55],
      ['Long session', 60, 80],
    ],
  },
  {
    pattern: /restaurant|table|caf|dinner/,
    title: 'Choose a table',
    rows: [
      ['Table for two', 90, 0],
      ['Table for four', 120, 0],
      ['Chef’s counter', 150, 25],
      ['Terrace', 90, 0],
    ],
  },
  {
    pattern: /yoga|gym|class|lesson|tutor|course/,
    title: 'Choose a class',
    rows: [
      ['Morning flow', 60, 15],
      ['Private lesson', 60, 55],
      ['Beginners', 45, 12],
      ['Deep stretch', 75, 18],
    ],
  },
  {
    pattern: /.*/,
    title: 'Choose a service',
    rows: [
      ['Short meeting', 30, 30],
      ['Full hour', 60, 55],
      ['Half a day', 240, 190],
    ],
  },
];

export function composeBooking({ prompt, subject, today }: KindOrder): KindParts {
  const about = subject ?? 'our studio';
  const found = SERVICES.find((each) => each.pattern.test(prompt.toLowerCase()));
  const services = entityOf(
    { name: 'services', icon: 'star' },
    ['name*', 'minutes', 'price'],
    (found?.rows ?? []).map(([name, minutes, price]) => ({ name, minutes, price })),
  );
  const bookings = entityOf(
    { name: 'bookings', icon: 'calendar' },
    ['name*', 'email*', 'service>services', 'date*', 'time*', 'status:Confirmed|Done|Cancelled'],
    [
      ['Ada Moreno', 1, '10:00'],
      ['Liam Novak', 1, '14:00'],
      ['Mei Tanaka', 2, '11:00'],
      ['Sofia Rossi', 4, '16:00'],
    ].map(([name = '', days = 0, time = ''], index) => ({
      name,
      email: `guest${index + 1}@example.com`,
      service: `services-${(index % 3) + 1}`,
      date: dayFrom(today, Number(days)),
      time,
      status: 'Confirmed',
    })),
  );
  return {
    name: `${titleCase(about)} Bookings`,
    tagline: `Book your time with ${about}.`,
    layout: 'site',
    entities: [services, bookings],
    pages: [
      page({ path: '/', title: 'Book', icon: 'calendar' }, 'Booking'),
      page({ path: '/calendar', title: 'Calendar', icon: 'calendar' }, 'Calendar', {
        entity: 'bookings',
        field: 'date',
      }),
      ...recordPages(bookings, true),
      ...recordPages(services, true),
    ],
    copy: {
      booking: {
        headline: 'Find a time that suits you',
        serviceTitle: found?.title ?? 'Choose a service',
        times: ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00', '17:00'],
      },
    },
  };
}

export function composeInvoice({ subject, today }: KindOrder): KindParts {
  const clients = entityOf(
    { name: 'clients', icon: 'people' },
    ['name*', 'email', 'address:longtext'],
    ['Fjord Labs', 'Green Rail', 'Paper & Co'].map((name, index) => ({
      name,
      email: `office${index + 1}@example.com`,
      address: `Main street ${index + 4}`,
    })),
  );
  const invoices = entityOf(
    { name: 'invoices', icon: 'file' },
    ['number:text*', 'client>clients', 'date', 'due:date', 'tax:percent', 'total', 'status:Draft|Sent|Paid|Overdue'],
    ['Draft', 'Sent', 'Paid', 'Overdue'].map((status, index) => ({
      number: `${today.getUTCFullYear()}-00${index + 1}`,
      client: `clients-${(index % 3) + 1}`,
      date: dayFrom(today, -index * 11),
      due: dayFrom(today, 30 - index * 14),
      tax: 20,
      total: [1140, 708, 2280, 456][index] ?? 0,
      status,
    })),
  );
  const lines = entityOf(
    { name: 'lines', icon: 'list' },
    ['description:text*', 'quantity*', 'price*', 'invoice>invoices'],
    [
      { description: 'Design', quantity: 10, price: 75, invoice: 'invoices-1' },
      { description: 'Review', quantity: 2, price: 100, invoice: 'invoices-1' },
      { description: 'Workshop', quantity: 1, price: 590, invoice: 'invoices-2' },
      { description: 'Development', quantity: 19, price: 100, invoice: 'invoices-3' },
      { description: 'Support', quantity: 4, price: 95, invoice: 'invoices-4' },
    ],
  );
  return {
    name: subject ? `${titleCase(subject)} Invoices` : 'Invoice Desk',
    tagline: 'Invoices that are written, sent and paid.',
    layout: 'app',
    entities: [invoices, clients, lines],
    pages: [
      page({ path: '/', title: 'Overview', icon: 'chart' }, 'Dashboard'),
      page({ path: '/invoices/board', title: 'Board', icon: 'board' }, 'Board', {
        entity: 'invoices',
        field: 'status',
      }),
      ...recordPages(invoices, true, 'Invoice'),
      ...recordPages(clients, true),
      hidden({ path: '/lines', title: 'Lines' }, 'RecordList', { entity: 'lines' }),
      hidden({ path: '/lines/new', title: 'New line' }, 'RecordForm', { entity: 'lines' }),
      hidden({ path: '/lines/:id', title: 'Line' }, 'RecordDetail', { entity: 'lines' }),
      hidden({ path: '/lines/:id/edit', title: 'Edit line' }, 'RecordForm', { entity: 'lines' }),
    ],
    copy: {},
  };
}

// Sites: landing page, blog, portfolio, gallery. Their texts are about the customer's own subject.
import { entityOf, type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { dayFrom } from './seed.ts';
import { sentenceCase, titleCase } from './words.ts';

export function composeLanding({ subject }: KindOrder): KindParts {
  const about = subject ?? 'a new idea';
  const signups = entityOf({ name: 'signups', icon: 'people' }, ['email*', 'plan']);
  return {
    name: titleCase(about),
    tagline: `${sentenceCase(about)}, made simple.`,
    layout: 'site',
    entities: [signups],
    pages: [page({ path: '/', title: 'Home', icon: 'home' }, 'Landing'), ...recordPages(signups, true)],
    copy: { landing: landingCopy(about) },
  };
}

function landingCopy(about: string): Record<string, unknown> {
  return {
    eyebrow: `Meet ${titleCase(about)}`,
    headline: `${sentenceCase(about)} that fits your day`,
    lead: `Everything you expect from ${about}, without the parts that waste your time. Start in minutes and stay because it works.`,
    action: 'Join the waitlist',
    stats: [
      { number: '2 min', label: 'to get started' },
      { number: '24 / 7', label: 'always there' },
      { number: '0', label: 'hidden costs' },
    ],
    featuresTitle: `Why people choose ${titleCase(about)}`,
    features: [
      {
        icon: 'bolt',
        title: 'Quick from the first minute',
        text: `No manual needed: ${about} explains itself as you go.`,
      },
      { icon: 'shield', title: 'Yours alone', text: 'What you share stays with you. You decide who sees what.' },
      {
        icon: 'heart',
        title: 'Made with care',
        text: 'Small details that you notice once and then never want to miss.',
      },
      { icon: 'people', title: 'Good together', text: 'Invite friends, family or your whole team with one link.' },
      { icon: 'chart', title: 'See what matters', text: 'Clear numbers instead of endless reports.' },
      { icon: 'leaf', title: 'Light on resources', text: 'Works on an old phone as well as on a new laptop.' },
    ],
    steps: [
      { title: 'Tell us what you need', text: 'Three short questions, no account required.' },
      { title: `Try ${about}`, text: 'Look around at your own pace, free of charge.' },
      { title: 'Make it yours', text: 'Keep what works, change what does not.' },
    ],
    pricingTitle: 'Simple prices',
    plans: [
      {
        name: 'Starter',
        price: '$0',
        per: ' forever',
        perks: ['All the basics', 'One person', 'Help by e-mail'],
        isBest: false,
      },
      {
        name: 'Plus',
        price: '$9',
        per: ' a month',
        perks: ['Everything in Starter', 'Up to five people', 'Answers within a day'],
        isBest: true,
      },
      {
        name: 'Team',
        price: '$29',
        per: ' a month',
        perks: ['Everything in Plus', 'Unlimited people', 'A person to call'],
        isBest: false,
      },
    ],
    quotes: [
      {
        text: `I did not know I needed ${about} until the first morning.`,
        name: 'Example guest',
        role: 'Replace with a real voice',
      },
      {
        text: 'The only thing of its kind that my whole family uses.',
        name: 'Example guest',
        role: 'Replace with a real voice',
      },
      {
        text: 'Set up during a coffee break. That says it all.',
        name: 'Example guest',
        role: 'Replace with a real voice',
      },
    ],
    faq: [
      { question: 'How do I begin?', answer: 'Leave your e-mail address above and we send you the first steps.' },
      { question: 'Can I stop at any time?', answer: 'Yes, with one click, and your data goes with you.' },
      { question: `Who is ${about} for?`, answer: 'For everyone who would rather spend time on the thing itself.' },
    ],
  };
}

export function composeBlog({ subject, today }: KindOrder): KindParts {
  const about = subject ?? 'everyday discoveries';
  const titles = [
    [`Why ${about} is worth your time`, 'Ideas'],
    [`A beginner’s week with ${about}`, 'Guides'],
    [`Five small mistakes with ${about}`, 'Guides'],
    [`What ${about} taught me about patience`, 'Stories'],
    [`A quiet morning, and ${about}`, 'Stories'],
    [`The tools I use for ${about}`, 'Ideas'],
  ];
  const posts = entityOf(
    { name: 'posts', icon: 'book' },
    ['title*', 'topic:Ideas|Guides|Stories', 'author', 'date', 'summary:longtext', 'body:longtext'],
    titles.map(([title = '', topic = ''], index) => ({
      title,
      topic,
      author: 'The editor',
      date: dayFrom(today, -3 - index * 9),
      summary: `Notes from the workbench: what worked, what did not, and what ${about} looks like from close by.`,
      body: `There is a first time for everything, and mine with ${about} began by accident.\n\nThe plan was simple: start small, write down what happens, and change one thing at a time. It turned out that the small steps were the whole point.\n\nIf you want to try it yourself, begin with what you have. Nothing needs to be bought, and half an hour is enough.\n\nNext time I will look at what comes after the first week, when the novelty is gone and the habit has to carry the weight.`,
    })),
  );
  const comments = entityOf(
    { name: 'comments', icon: 'chat' },
    ['words:longtext*', 'name', 'post>posts'],
    [{ words: 'Thank you, this came at the right time.', name: 'A reader', post: 'posts-1' }],
  );
  return {
    name: `${titleCase(about)} Journal`,
    tagline: `Stories and guides about ${about}.`,
    layout: 'site',
    entities: [posts, comments],
    pages: [
      page({ path: '/', title: 'Posts', icon: 'book' }, 'BlogHome'),
      ...recordPages(posts, false, 'BlogPost').map((each) =>
        each.path === '/posts/new' ? { ...each, inNav: true, icon: 'edit', title: 'Write' } : each,
      ),
    ],
    copy: {},
  };
}

export function composePortfolio({ subject, today }: KindOrder): KindParts {
  const about = subject ?? 'a designer';
  const role = sentenceCase(about.replace(/^(an?|the) /, ''));
  const year = today.getUTCFullYear();
  const works = entityOf(
    { name: 'works', icon: 'image' },
    ['title*', 'area:Identity|Digital|Print', 'year', 'client', 'summary:longtext'],
    [
      ['Harbour festival', 'Identity', 'A visual voice for three days by the water.'],
      ['Slow kitchen', 'Digital', 'A site that smells of bread.'],
      ['Field notes', 'Print', 'A yearly book on walking.'],
      ['Night train', 'Digital', 'Booking a bed on rails in four taps.'],
      ['Glasshouse', 'Identity', 'A name and a face for a plant library.'],
      ['Second hand, first rate', 'Print', 'Posters for a repair shop.'],
    ].map(([title = '', area = '', summary = ''], index) => ({
      title,
      area,
      year: year - (index % 4),
      client: 'Example client',
      summary,
    })),
  );
  const letters = entityOf({ name: 'letters', icon: 'chat' }, ['name*', 'email*', 'words:longtext*']);
  return {
    name: `${titleCase(role)} Portfolio`,
    tagline: `Selected work of ${about}.`,
    layout: 'site',
    entities: [works, letters],
    pages: [
      page({ path: '/', title: 'Work', icon: 'image' }, 'Portfolio'),
      ...recordPages(works, false),
      ...recordPages(letters, true),
    ],
    copy: {
      portfolio: {
        role,
        headline: 'I make things clear, calm and a little surprising.',
        about: `${role} with an eye for detail and a weakness for simple tools. Here is a choice of recent work.`,
        skills: [
          { icon: 'edit', title: 'Concept', text: 'From a loose idea to something one can hold.' },
          { icon: 'code', title: 'Making', text: 'Careful craft, tested with real people.' },
          { icon: 'people', title: 'Working together', text: 'Short ways, honest words, dates that hold.' },
        ],
      },
    },
  };
}

export function composeGallery({ subject }: KindOrder): KindParts {
  const about = subject ?? 'light and landscape';
  const titles = [
    'Before sunrise',
    'Low tide',
    'Blue hour',
    'The long road',
    'First snow',
    'Quiet water',
    'Old walls',
    'Golden field',
    'After the rain',
    'City from above',
    'Winter branch',
    'Open sea',
  ];
  const albums = ['Nature', 'City', 'Abstract'];
  const pictures = entityOf(
    { name: 'pictures', icon: 'image' },
    ['title*', 'album:Nature|City|Abstract', 'address:url', 'notes'],
    titles.map((title, index) => ({ title, album: albums[index % 3] ?? 'Nature', address: null, notes: null })),
  );
  return {
    name: `${titleCase(about)} Gallery`,
    tagline: `A collection of pictures: ${about}.`,
    layout: 'site',
    entities: [pictures],
    pages: [page({ path: '/', title: 'Gallery', icon: 'image' }, 'Gallery'), ...recordPages(pictures, true)],
    copy: {},
  };
}

// Graphics of every kind as SVG: the same drawing as the PNG, and inert whatever the prompt says.
import test, { after, before } from 'node:test';
import { startService, type TestService } from '../../support/service.ts';
import { SvgDesk } from '../../support/svg-desk.ts';

let service: TestService;
let desk: SvgDesk;

before(async () => {
  service = await startService();
  desk = new SvgDesk(service, await service.account());
});
after(() => service.stop());

for (const prompt of [
  'a poster for the Monkey Music Festival with a monkey',
  'an app icon of a rocket',
  'a pattern of cats',
  'a birthday card saying "Happy Birthday"',
])
  test(`${prompt}: the SVG is the drawing of the PNG`, () => desk.assertDrawsAsPng(prompt));

test('markup in the words of a poster or a card becomes characters', () =>
  desk.assertNamesStayInert([(name) => `a poster saying "${name}"`, (name) => `a ${name} card`]));

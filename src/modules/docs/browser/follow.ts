// Keeps the navigation where the reader is: the page's link in sight, and the heading that is being read marked.

export function followReader(): void {
  const side = document.querySelector<HTMLElement>('.side');
  const current = side?.querySelector<HTMLElement>('[aria-current="page"]');
  if (side && current) bringIntoSight(side, current);
  const list = document.querySelector<HTMLElement>('.side .here, .contents');
  if (!list) return;
  const box = list.closest<HTMLElement>('.side, .contents');
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    const next = links.find((link) => read && decodeURIComponent(link.hash.slice(1)) === read.id);
    if (next === marked) return;
    marked?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'location');
    marked = next;
    if (box && next) bringIntoSight(box, next);
  };
  let isDue = false;
  const look = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mark();
    });
  };
  addEventListener('scroll', look, { passive: true });
  mark();
}

/** Scrolls the box alone: scrollIntoView would move the page, too. */
function bringIntoSight(box: HTMLElement, link: HTMLElement): void {
  const [frame, place] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  box.scrollTop += place.top - frame.top - frame.height / 3;
}

// Marks the page while a pointer is used, so that focus set by a script shows no focus ring.
export function watchPointer(): void {
  const root = document.documentElement;
  addEventListener('pointerdown', () => root.toggleAttribute('data-pointer', true), true);
  addEventListener(
    'keydown',
    (event) => {
      // Modifier keys alone move no focus.
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) root.toggleAttribute('data-pointer', false);
    },
    true,
  );
}

// Marks the page while it is used with a pointer, so that focus set by a program shows no ring that nobody asked for.
export function watchPointer(): void {
  const root = document.documentElement;
  addEventListener('pointerdown', () => root.toggleAttribute('data-pointer', true), true);
  addEventListener(
    'keydown',
    (event) => {
      // Modifiers alone move no focus.
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) root.toggleAttribute('data-pointer', false);
    },
    true,
  );
}

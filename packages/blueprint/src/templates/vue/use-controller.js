// Connects a page's controller to Vue.
import { onMounted, onUnmounted, shallowRef } from 'vue';

export function useController(create, props = {}) {
  const c = create(props);
  const s = shallowRef(c.get());
  let leave;
  onMounted(() => {
    leave = c.subscribe(() => {
      s.value = c.get();
    });
    s.value = c.get();
  });
  onUnmounted(() => leave?.());
  return { s, c };
}

// Lets plain code ask for another page, whatever router the app runs on.
let navigator = () => {};

export function setNavigator(work) {
  navigator = work;
}

export function go(path) {
  navigator(path);
}

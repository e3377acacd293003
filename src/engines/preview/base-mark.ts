// Placeholder in a bundle for the base path that the preview gets when it is served.
export const BASE_MARK = '/__preview_base__/';

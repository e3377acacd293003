// Stands in a bundle for the address that its preview gets when it is served.
export const BASE_MARK = '/__preview_base__/';

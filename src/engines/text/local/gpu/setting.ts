// The values of the setting GPU.
export const GPU_SETTINGS = ['auto', 'off', 'cuda', 'vulkan', 'metal'] as const;
export type GpuSetting = (typeof GPU_SETTINGS)[number];

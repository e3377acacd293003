// Writes random weights in the layout of Wan 2.1: the runtime fixes the widths and the number of layers, so equal layers share their data.
import { Tensors, writeSafetensors } from './random-tensors.ts';

interface WrittenFile {
  bytes: number;
  sha256: string;
}

const LAYERS = 30;
const WIDTH = 1536;
const FEED_WIDTH = 8960;
const LATENT_CHANNELS = 16;
const MASK_CHANNELS = 4;
const VISION_WIDTH = 1280;
const VISION_LAYERS = 32;
const TEXT_WIDTH = 4096;
/** Of 256,384 in the real encoder; words of tests are among the common ones. */
const WORDS = 65_536;
const TEXT_FEED_WIDTH = 256;
const TEXT_HEADS = 64;
const ONE = [1, 1, 1] as const;
const THREE = [3, 3, 3] as const;
const TIME = [3, 1, 1] as const;

/** The diffusion network of the variant with 1.3 billion parameters that makes videos from words. */
export function writeWanModel(path: string): Promise<WrittenFile> {
  return writeNetwork(path, { startsFromImage: false });
}

/** The same for videos from an image: it also reads a mask, the encoded image and what `writeWanVision` sees. */
export function writeWanImageModel(path: string): Promise<WrittenFile> {
  return writeNetwork(path, { startsFromImage: true });
}

function writeNetwork(path: string, { startsFromImage }: { startsFromImage: boolean }): Promise<WrittenFile> {
  const tensors = new Tensors();
  const channels = startsFromImage ? LATENT_CHANNELS * 2 + MASK_CHANNELS : LATENT_CHANNELS;
  tensors.conv3d('patch_embedding', { from: channels, to: WIDTH, size: [1, 2, 2] });
  tensors.linear('text_embedding.0', TEXT_WIDTH, WIDTH);
  tensors.linear('text_embedding.2', WIDTH, WIDTH);
  tensors.linear('time_embedding.0', 256, WIDTH);
  tensors.linear('time_embedding.2', WIDTH, WIDTH);
  tensors.linear('time_projection.1', WIDTH, WIDTH * 6);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    addLayer(tensors, `blocks.${layer}`);
    if (startsFromImage) addImageAttention(tensors, `blocks.${layer}.cross_attn`);
  }
  if (startsFromImage) {
    tensors.norm('img_emb.proj.0', VISION_WIDTH);
    tensors.linear('img_emb.proj.1', VISION_WIDTH, VISION_WIDTH);
    tensors.linear('img_emb.proj.3', VISION_WIDTH, WIDTH);
    tensors.norm('img_emb.proj.4', WIDTH);
  }
  tensors.table('head.modulation', 1, 2, WIDTH);
  tensors.linear('head.head', WIDTH, LATENT_CHANNELS * 4);
  return writeSafetensors(path, tensors.all, { sharesLayers: true });
}

function addLayer(tensors: Tensors, name: string): void {
  tensors.table(`${name}.modulation`, 1, 6, WIDTH);
  for (const attention of ['self_attn', 'cross_attn']) {
    for (const part of ['q', 'k', 'v', 'o']) tensors.linear(`${name}.${attention}.${part}`, WIDTH, WIDTH);
    for (const part of ['q', 'k']) tensors.ones(`${name}.${attention}.norm_${part}.weight`, [WIDTH]);
  }
  tensors.norm(`${name}.norm3`, WIDTH);
  tensors.linear(`${name}.ffn.0`, WIDTH, FEED_WIDTH);
  tensors.linear(`${name}.ffn.2`, FEED_WIDTH, WIDTH);
}

function addImageAttention(tensors: Tensors, name: string): void {
  for (const part of ['k_img', 'v_img']) tensors.linear(`${name}.${part}`, WIDTH, WIDTH);
  tensors.ones(`${name}.norm_k_img.weight`, [WIDTH]);
}

/** The image half of CLIP ViT-H/14. */
export function writeWanVision(path: string): Promise<WrittenFile> {
  const tensors = new Tensors();
  const model = 'vision_model';
  tensors.table(`${model}.embeddings.class_embedding`, VISION_WIDTH);
  tensors.conv(`${model}.embeddings.patch_embedding`, 3, VISION_WIDTH, { size: 14, hasBias: false });
  tensors.table(`${model}.embeddings.position_embedding.weight`, 257, VISION_WIDTH);
  // As the file of its authors spells it.
  tensors.norm(`${model}.pre_layrnorm`, VISION_WIDTH);
  for (let layer = 0; layer < VISION_LAYERS; layer += 1) {
    const name = `${model}.encoder.layers.${layer}`;
    for (const part of ['q', 'k', 'v', 'out'])
      tensors.linear(`${name}.self_attn.${part}_proj`, VISION_WIDTH, VISION_WIDTH);
    for (const norm of ['layer_norm1', 'layer_norm2']) tensors.norm(`${name}.${norm}`, VISION_WIDTH);
    tensors.linear(`${name}.mlp.fc1`, VISION_WIDTH, VISION_WIDTH * 4);
    tensors.linear(`${name}.mlp.fc2`, VISION_WIDTH * 4, VISION_WIDTH);
  }
  tensors.norm(`${model}.post_layernorm`, VISION_WIDTH);
  tensors.linear('visual_projection', VISION_WIDTH, 1024, false);
  return writeSafetensors(path, tensors.all, { sharesLayers: true });
}

/** umT5 with one layer. */
export function writeWanTextEncoder(path: string): Promise<WrittenFile> {
  const tensors = new Tensors();
  tensors.table('shared.weight', WORDS, TEXT_WIDTH);
  const block = 'encoder.block.0';
  for (const part of ['q', 'k', 'v', 'o'])
    tensors.linear(`${block}.layer.0.SelfAttention.${part}`, TEXT_WIDTH, TEXT_WIDTH, false);
  tensors.table(`${block}.layer.0.SelfAttention.relative_attention_bias.weight`, 32, TEXT_HEADS);
  tensors.ones(`${block}.layer.0.layer_norm.weight`, [TEXT_WIDTH]);
  for (const part of ['wi_0', 'wi_1'])
    tensors.linear(`${block}.layer.1.DenseReluDense.${part}`, TEXT_WIDTH, TEXT_FEED_WIDTH, false);
  tensors.linear(`${block}.layer.1.DenseReluDense.wo`, TEXT_FEED_WIDTH, TEXT_WIDTH, false);
  tensors.ones(`${block}.layer.1.layer_norm.weight`, [TEXT_WIDTH]);
  tensors.ones('encoder.final_layer_norm.weight', [TEXT_WIDTH]);
  return writeSafetensors(path, tensors.all);
}

/** The autoencoder of Wan 2.1. */
export function writeWanDecoder(path: string): Promise<WrittenFile> {
  const tensors = new Tensors();
  addEncoder(tensors);
  tensors.conv3d('conv1', { from: LATENT_CHANNELS * 2, to: LATENT_CHANNELS * 2, size: ONE });
  tensors.conv3d('conv2', { from: LATENT_CHANNELS, to: LATENT_CHANNELS, size: ONE });
  addDecoder(tensors);
  return writeSafetensors(path, tensors.all, { sharesLayers: true });
}

function addEncoder(tensors: Tensors): void {
  const widths = [96, 192, 384, 384] as const;
  let width = 96;
  let index = 0;
  tensors.conv3d('encoder.conv1', { from: 3, to: width, size: THREE });
  for (const [level, to] of widths.entries()) {
    for (let block = 0; block < 2; block += 1) {
      addResidual(tensors, `encoder.downsamples.${index++}`, width, to);
      width = to;
    }
    if (level === 3) break;
    const name = `encoder.downsamples.${index++}`;
    tensors.conv(`${name}.resample.1`, width, width);
    if (level > 0) tensors.conv3d(`${name}.time_conv`, { from: width, to: width, size: TIME });
  }
  addMiddle(tensors, 'encoder', width);
  addHead(tensors, 'encoder', width, LATENT_CHANNELS * 2);
}

function addDecoder(tensors: Tensors): void {
  /** Every enlargement halves the channels. */
  const levels = [
    { from: 384, to: 384 },
    { from: 192, to: 384 },
    { from: 192, to: 192 },
    { from: 96, to: 96 },
  ];
  let index = 0;
  tensors.conv3d('decoder.conv1', { from: LATENT_CHANNELS, to: 384, size: THREE });
  addMiddle(tensors, 'decoder', 384);
  for (const [level, { from, to }] of levels.entries()) {
    for (let block = 0; block < 3; block += 1)
      addResidual(tensors, `decoder.upsamples.${index++}`, block === 0 ? from : to, to);
    if (level === 3) break;
    const name = `decoder.upsamples.${index++}`;
    tensors.conv(`${name}.resample.1`, to, to / 2);
    if (level < 2) tensors.conv3d(`${name}.time_conv`, { from: to, to: to * 2, size: TIME });
  }
  addHead(tensors, 'decoder', 96, 3);
}

function addMiddle(tensors: Tensors, name: string, width: number): void {
  addResidual(tensors, `${name}.middle.0`, width, width);
  tensors.ones(`${name}.middle.1.norm.gamma`, [width, 1, 1]);
  tensors.conv(`${name}.middle.1.to_qkv`, width, width * 3, { size: 1 });
  tensors.conv(`${name}.middle.1.proj`, width, width, { size: 1 });
  addResidual(tensors, `${name}.middle.2`, width, width);
}

function addHead(tensors: Tensors, name: string, from: number, to: number): void {
  tensors.ones(`${name}.head.0.gamma`, [from, 1, 1, 1]);
  tensors.conv3d(`${name}.head.2`, { from, to, size: THREE });
}

function addResidual(tensors: Tensors, name: string, from: number, to: number): void {
  tensors.ones(`${name}.residual.0.gamma`, [from, 1, 1, 1]);
  tensors.conv3d(`${name}.residual.2`, { from, to, size: THREE });
  tensors.ones(`${name}.residual.3.gamma`, [to, 1, 1, 1]);
  tensors.conv3d(`${name}.residual.6`, { from: to, to, size: THREE });
  if (from !== to) tensors.conv3d(`${name}.shortcut`, { from, to, size: ONE });
}

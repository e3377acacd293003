// Writes random weights in the layout of a diffusion model, so that its runtime can be tested where no real weights can be had.
import { Tensors, writeSafetensors } from './random-tensors.ts';

/** `sdxs`: SDXS-512 with its own small decoder; `sd1-tiny`: the pruned SD1.x network with the full decoder. */
export type DiffusionLayout = 'sdxs' | 'sd1-tiny';

/** `fitting`: made for these layouts; `foreign`: for attention of another width. */
export type DiffusionAdapter = 'fitting' | 'foreign';

/** The widths are the architecture's own: the runtime refuses others. */
const CHANNELS = 320;
const TIME_WIDTH = 1280;
const TEXT_WIDTH = 768;
const WIDENINGS = [1, 2, 4] as const;

/** Resolves to the size and checksum of the file; the same layout always gives the same bytes. */
export async function writeDiffusionWeights(
  path: string,
  layout: DiffusionLayout,
): Promise<{ bytes: number; sha256: string }> {
  const tensors = new Tensors();
  addUNet(tensors, layout);
  addTextEncoder(tensors);
  if (layout === 'sdxs') addSmallDecoder(tensors);
  else addDecoder(tensors);
  return writeSafetensors(path, tensors.all, { sharesLayers: true });
}

/** A low-rank adapter (LoRA) of rank 4, with the names that the usual training programs give. */
export function writeDiffusionAdapter(
  path: string,
  adapter: DiffusionAdapter,
): Promise<{ bytes: number; sha256: string }> {
  const tensors = new Tensors();
  for (const level of [1, 2]) {
    const width = adapter === 'fitting' ? (WIDENINGS[level] ?? 1) * CHANNELS : 96;
    for (const part of ['attn1_to_q', 'attn1_to_v'])
      tensors.adapter(`lora_unet_down_blocks_${level}_attentions_0_transformer_blocks_0_${part}`, width, 4);
  }
  return writeSafetensors(path, tensors.all);
}

function addUNet(tensors: Tensors, layout: DiffusionLayout): void {
  const root = 'model.diffusion_model.';
  const deepest = WIDENINGS.length - 1;
  // SDXS has no attention at the full resolution.
  const attends = (level: number) => layout === 'sd1-tiny' || level > 0;
  tensors.linear(`${root}time_embed.0`, CHANNELS, TIME_WIDTH);
  tensors.linear(`${root}time_embed.2`, TIME_WIDTH, TIME_WIDTH);
  tensors.conv(`${root}input_blocks.0.0`, 4, CHANNELS);
  const skipped = [CHANNELS];
  let channels = CHANNELS;
  let block = 0;
  for (const [level, widening] of WIDENINGS.entries()) {
    block += 1;
    addResidual(tensors, `${root}input_blocks.${block}.0`, channels, widening * CHANNELS);
    channels = widening * CHANNELS;
    if (attends(level)) addAttention(tensors, `${root}input_blocks.${block}.1`, channels);
    skipped.push(channels);
    // The pruned network keeps the numbering of the whole one: the second block of every level is absent.
    block += 1;
    if (level === deepest) break;
    block += 1;
    tensors.conv(`${root}input_blocks.${block}.0.op`, channels, channels);
    skipped.push(channels);
  }
  let output = 0;
  for (let level = deepest; level >= 0; level -= 1) {
    for (const isLast of [false, true]) {
      const width = (WIDENINGS[level] ?? 1) * CHANNELS;
      addResidual(tensors, `${root}output_blocks.${output}.0`, channels + (skipped.pop() ?? 0), width);
      channels = width;
      if (attends(level)) addAttention(tensors, `${root}output_blocks.${output}.1`, channels);
      if (isLast && level > 0) {
        output += 1;
        const place = output === 2 ? 1 : attends(level) ? 2 : 1;
        tensors.conv(`${root}output_blocks.${output}.${place}.conv`, channels, channels);
      }
      output += 1;
    }
  }
  tensors.norm(`${root}out.0`, channels);
  tensors.conv(`${root}out.2`, CHANNELS, 4);
}

function addResidual(tensors: Tensors, name: string, from: number, to: number): void {
  tensors.norm(`${name}.in_layers.0`, from);
  tensors.conv(`${name}.in_layers.2`, from, to);
  tensors.linear(`${name}.emb_layers.1`, TIME_WIDTH, to);
  tensors.norm(`${name}.out_layers.0`, to);
  tensors.conv(`${name}.out_layers.3`, to, to);
  if (from !== to) tensors.conv(`${name}.skip_connection`, from, to, { size: 1 });
}

function addAttention(tensors: Tensors, name: string, channels: number): void {
  tensors.norm(`${name}.norm`, channels);
  tensors.conv(`${name}.proj_in`, channels, channels, { size: 1 });
  tensors.conv(`${name}.proj_out`, channels, channels, { size: 1 });
  const block = `${name}.transformer_blocks.0`;
  for (const [attention, width] of [
    ['attn1', channels],
    ['attn2', TEXT_WIDTH],
  ] as const) {
    tensors.linear(`${block}.${attention}.to_q`, channels, channels, false);
    tensors.linear(`${block}.${attention}.to_k`, width, channels, false);
    tensors.linear(`${block}.${attention}.to_v`, width, channels, false);
    tensors.linear(`${block}.${attention}.to_out.0`, channels, channels);
  }
  tensors.linear(`${block}.ff.net.0.proj`, channels, channels * 8);
  tensors.linear(`${block}.ff.net.2`, channels * 4, channels);
  for (const index of [1, 2, 3]) tensors.norm(`${block}.norm${index}`, channels);
}

/** CLIP ViT-L/14's text half. */
function addTextEncoder(tensors: Tensors): void {
  const root = 'cond_stage_model.transformer.text_model';
  tensors.table(`${root}.embeddings.token_embedding.weight`, 49_408, TEXT_WIDTH);
  tensors.table(`${root}.embeddings.position_embedding.weight`, 77, TEXT_WIDTH);
  for (let layer = 0; layer < 12; layer += 1) {
    const name = `${root}.encoder.layers.${layer}`;
    for (const part of ['q_proj', 'k_proj', 'v_proj', 'out_proj'])
      tensors.linear(`${name}.self_attn.${part}`, TEXT_WIDTH, TEXT_WIDTH);
    tensors.norm(`${name}.layer_norm1`, TEXT_WIDTH);
    tensors.norm(`${name}.layer_norm2`, TEXT_WIDTH);
    tensors.linear(`${name}.mlp.fc1`, TEXT_WIDTH, TEXT_WIDTH * 4);
    tensors.linear(`${name}.mlp.fc2`, TEXT_WIDTH * 4, TEXT_WIDTH);
  }
  tensors.norm(`${root}.final_layer_norm`, TEXT_WIDTH);
}

/** TAESD, which SDXS has inside. */
function addSmallDecoder(tensors: Tensors): void {
  const width = 64;
  const addBlock = (name: string) => {
    for (const part of [0, 2, 4]) tensors.conv(`${name}.conv.${part}`, width, width);
  };
  const decoder = 'first_stage_model.decoder.layers';
  tensors.conv(`${decoder}.0`, 4, width);
  let layer = 2;
  for (let stage = 0; stage < 3; stage += 1) {
    for (let block = 0; block < 3; block += 1) addBlock(`${decoder}.${layer++}`);
    layer += 1;
    tensors.conv(`${decoder}.${layer++}`, width, width, { hasBias: false });
  }
  addBlock(`${decoder}.${layer++}`);
  tensors.conv(`${decoder}.${layer}`, width, 3);
  const encoder = 'first_stage_model.encoder.layers';
  tensors.conv(`${encoder}.0`, 3, width);
  addBlock(`${encoder}.1`);
  layer = 2;
  for (let stage = 0; stage < 3; stage += 1) {
    tensors.conv(`${encoder}.${layer++}`, width, width, { hasBias: false });
    for (let block = 0; block < 3; block += 1) addBlock(`${encoder}.${layer++}`);
  }
  tensors.conv(`${encoder}.${layer}`, width, 4);
}

/** The autoencoder of SD1.x. */
function addDecoder(tensors: Tensors): void {
  const root = 'first_stage_model';
  const widths = [128, 256, 512, 512] as const;
  const addBlock = (name: string, from: number, to: number) => {
    tensors.norm(`${name}.norm1`, from);
    tensors.conv(`${name}.conv1`, from, to);
    tensors.norm(`${name}.norm2`, to);
    tensors.conv(`${name}.conv2`, to, to);
    if (from !== to) tensors.conv(`${name}.nin_shortcut`, from, to, { size: 1 });
  };
  const addMiddle = (name: string, width: number) => {
    addBlock(`${name}.block_1`, width, width);
    tensors.norm(`${name}.attn_1.norm`, width);
    for (const part of ['q', 'k', 'v', 'proj_out']) tensors.conv(`${name}.attn_1.${part}`, width, width, { size: 1 });
    addBlock(`${name}.block_2`, width, width);
  };
  let width = 128;
  tensors.conv(`${root}.encoder.conv_in`, 3, width);
  for (const [level, to] of widths.entries()) {
    for (const block of [0, 1]) {
      addBlock(`${root}.encoder.down.${level}.block.${block}`, width, to);
      width = to;
    }
    if (level < 3) tensors.conv(`${root}.encoder.down.${level}.downsample.conv`, width, width);
  }
  addMiddle(`${root}.encoder.mid`, width);
  tensors.norm(`${root}.encoder.norm_out`, width);
  tensors.conv(`${root}.encoder.conv_out`, width, 8);
  tensors.conv(`${root}.decoder.conv_in`, 4, width);
  addMiddle(`${root}.decoder.mid`, width);
  for (const level of [3, 2, 1, 0]) {
    const to = widths[level] ?? 128;
    for (const block of [0, 1, 2]) {
      addBlock(`${root}.decoder.up.${level}.block.${block}`, width, to);
      width = to;
    }
    if (level > 0) tensors.conv(`${root}.decoder.up.${level}.upsample.conv`, width, width);
  }
  tensors.norm(`${root}.decoder.norm_out`, width);
  tensors.conv(`${root}.decoder.conv_out`, width, 3);
  tensors.conv(`${root}.quant_conv`, 8, 8, { size: 1 });
  tensors.conv(`${root}.post_quant_conv`, 4, 4, { size: 1 });
}

// Extracts a part of an ONNX graph: chosen tensors become its inputs and outputs, half precision becomes single.
import { bytesField, type Field, joinBytes, numberField, readFields, textField } from './protobuf.ts';

const FLOAT = 1;
const HALF = 10;
const ELEMENT_TYPES = { float: FLOAT, int64: 7 } as const;

export interface CutTensor {
  name: string;
  type: keyof typeof ELEMENT_TYPES;
}

export interface GraphCut {
  inputs: readonly CutTensor[];
  outputs: readonly CutTensor[];
}

interface GraphNode {
  inputs: string[];
  outputs: string[];
  operator: string;
  body: Uint8Array;
}

export interface OnnxGraph {
  header: Uint8Array[];
  nodes: GraphNode[];
  weights: Map<string, Uint8Array>;
}

export function readGraph(file: Uint8Array): OnnxGraph {
  const graph: OnnxGraph = { header: [], nodes: [], weights: new Map() };
  for (const field of readFields(file)) {
    if (field.number !== 7) graph.header.push(field.whole);
    else readGraphBody(field.body, graph);
  }
  return graph;
}

/** Only the nodes and weights that the outputs need, down to the inputs, are kept: nothing else is ever computed. */
export function cutGraph(graph: OnnxGraph, cut: GraphCut): Uint8Array {
  const makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const given = new Set(cut.inputs.map((tensor) => tensor.name));
  const wantedNodes = new Set<GraphNode>();
  const wantedWeights = new Set<string>();
  const open = cut.outputs.map((tensor) => tensor.name);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === '' || given.has(name)) continue;
    const maker = makers.get(name);
    if (!maker) {
      if (!graph.weights.has(name)) throw new Error(`The model has no tensor named ${name}.`);
      wantedWeights.add(name);
    } else if (!wantedNodes.has(maker)) {
      wantedNodes.add(maker);
      open.push(...maker.inputs);
    }
  }
  const body = [
    ...graph.nodes.filter((node) => wantedNodes.has(node)).flatMap((node) => bytesField(1, widenNode(node))),
    ...textField(2, 'cut'),
    ...[...wantedWeights].flatMap((name) => bytesField(5, widenTensor(graph.weights.get(name) ?? new Uint8Array()))),
    ...cut.inputs.flatMap((tensor) => bytesField(11, describeTensor(tensor))),
    ...cut.outputs.flatMap((tensor) => bytesField(12, describeTensor(tensor))),
  ];
  return joinBytes([...graph.header, ...bytesField(7, body)]);
}

function readGraphBody(body: Uint8Array, graph: OnnxGraph): void {
  for (const field of readFields(body)) {
    if (field.number === 1) graph.nodes.push(readNode(field.body));
    else if (field.number === 5) graph.weights.set(nameOf(field.body, 8), field.body);
  }
}

function readNode(body: Uint8Array): GraphNode {
  const node: GraphNode = { inputs: [], outputs: [], operator: '', body };
  for (const field of readFields(body)) {
    if (field.number === 1) node.inputs.push(textOf(field));
    else if (field.number === 2) node.outputs.push(textOf(field));
    else if (field.number === 4) node.operator = textOf(field);
  }
  return node;
}

/** A cast to half precision becomes a cast to single; a tensor inside an attribute is widened too. */
function widenNode(node: GraphNode): Uint8Array[] {
  const isCast = node.operator === 'Cast';
  return [...readFields(node.body)].flatMap((field) => {
    if (field.number !== 5) return [field.whole];
    const attribute = [...readFields(field.body)].flatMap((part) => {
      if (part.number === 5) return bytesField(5, widenTensor(part.body));
      if (isCast && part.number === 3 && part.value === HALF) return [numberField(3, FLOAT)];
      return [part.whole];
    });
    return bytesField(5, attribute);
  });
}

function widenTensor(body: Uint8Array): Uint8Array[] {
  const fields = [...readFields(body)];
  if (!fields.some((field) => field.number === 2 && field.value === HALF)) return [body];
  return fields.flatMap((field) => {
    if (field.number === 2) return [numberField(2, FLOAT)];
    if (field.number === 9) return bytesField(9, [widenHalves(field.body)]);
    if (field.number === 5) return bytesField(9, [widenHalves(halvesOfPackedNumbers(field))]);
    return [field.whole];
  });
}

/** Small half-precision tensors may carry their bits as a packed list of numbers in place of raw bytes. */
function halvesOfPackedNumbers(field: Field): Uint8Array {
  const halves: number[] = [];
  if (field.wire === 0) halves.push(field.value);
  let value = 0;
  let shift = 1;
  for (const byte of field.wire === 2 ? field.body : []) {
    value += (byte & 127) * shift;
    shift *= 128;
    if (byte < 128) {
      halves.push(value);
      value = 0;
      shift = 1;
    }
  }
  return new Uint8Array(Uint16Array.from(halves).buffer);
}

function widenHalves(raw: Uint8Array): Uint8Array {
  const count = raw.length / 2;
  const bits = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    bits[index] = singleBitsOf((raw[index * 2] ?? 0) | ((raw[index * 2 + 1] ?? 0) << 8));
  }
  return new Uint8Array(bits.buffer);
}

function singleBitsOf(half: number): number {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return (sign | 0x7f800000 | (fraction << 13)) >>> 0;
  if (exponent > 0) return (sign | ((exponent + 112) << 23) | (fraction << 13)) >>> 0;
  if (fraction === 0) return sign >>> 0;
  const leading = Math.clz32(fraction) - 21;
  return (sign | ((113 - leading) << 23) | (((fraction << leading) & 1023) << 13)) >>> 0;
}

function describeTensor(tensor: CutTensor): Uint8Array[] {
  const type = bytesField(2, bytesField(1, [numberField(1, ELEMENT_TYPES[tensor.type])]));
  return [...textField(1, tensor.name), ...type];
}

function nameOf(body: Uint8Array, number: number): string {
  for (const field of readFields(body)) if (field.number === number) return textOf(field);
  return '';
}

function textOf(field: Field): string {
  return new TextDecoder().decode(field.body);
}

// The part of opentype.js that set-type.ts uses; the package has no declarations of its own.
declare module 'opentype.js' {
  interface TextOptions {
    kerning?: boolean;
    /** In shares of the size. */
    letterSpacing?: number;
  }
  export interface PathCommand {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    x?: number;
    y?: number;
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
  }
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    readonly descender: number;
    getAdvanceWidth(text: string, size: number, options?: TextOptions): number;
    getPath(
      text: string,
      x: number,
      y: number,
      size: number,
      options?: TextOptions,
    ): { commands: readonly PathCommand[] };
  }
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}

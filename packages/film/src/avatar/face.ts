// The positions of a face's parts in an image, in pixels.
export interface Eye {
  x: number;
  y: number;
  radiusX: number;
  radiusY: number;
}

export interface Face {
  x: number;
  y: number;
  radiusX: number;
  radiusY: number;
  mouth: {
    x: number;
    y: number;
    halfWidth: number;
    /** How much higher the corners are than the middle. */
    smile: number;
    /** The image shows teeth, so none are painted. */
    showsTeeth: boolean;
  };
  chinY: number;
  eyes: readonly Eye[];
}

export function moveFace(face: Face, scale: number, { left, top }: { left: number; top: number }): Face {
  const x = (value: number): number => value * scale + left;
  const y = (value: number): number => value * scale + top;
  return {
    x: x(face.x),
    y: y(face.y),
    radiusX: face.radiusX * scale,
    radiusY: face.radiusY * scale,
    mouth: {
      x: x(face.mouth.x),
      y: y(face.mouth.y),
      halfWidth: face.mouth.halfWidth * scale,
      smile: face.mouth.smile * scale,
      showsTeeth: face.mouth.showsTeeth,
    },
    chinY: y(face.chinY),
    eyes: face.eyes.map((eye) => ({
      x: x(eye.x),
      y: y(eye.y),
      radiusX: eye.radiusX * scale,
      radiusY: eye.radiusY * scale,
    })),
  };
}

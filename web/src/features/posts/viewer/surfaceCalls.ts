/** The surface asks these of the viewer around it. */
export interface SurfaceCalls {
  /** Whether there is a foto on this side: 1 is the next in reading direction. */
  canTurn: (step: 1 | -1) => boolean;
  onTurn: (step: 1 | -1) => void;
  onClose: () => void;
  onClear: (isClear: boolean) => void;
  /** The foto rests larger than whole, so many pixels of the screen wide. */
  onEnlarge: (pixels: number) => void;
}

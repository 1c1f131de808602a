/** A finger that did not move for so long before it was lifted has rested. */
const RESTED_MS = 60;

/** Measures how fast a finger moves along one axis, from its events. */
export function fingerSpeed(): FingerSpeed {
  let at = 0;
  let last = 0;
  let speed = 0;
  return {
    move: (place, timeStamp) => {
      if (timeStamp > at) speed = ((place - last) * 1000) / (timeStamp - at);
      [at, last] = [timeStamp, place];
    },
    lifted: (timeStamp) => (timeStamp - at > RESTED_MS ? 0 : speed),
  };
}

export interface FingerSpeed {
  /** Notes where the finger is. */
  move: (place: number, timeStamp: number) => void;
  /** Pixels per second when it was lifted; none if it has rested before. */
  lifted: (timeStamp: number) => number;
}

import type { Draft, NewDraftFotoInput } from "../../api";
import { type Colours, type Crop, presentCrop } from "../editor/edits";
import { SHAPES, shapeNamed } from "../editor/shapes";

type DraftFoto = Draft["fotos"][number];

/** A foto of the composer in the form in which a draft keeps it. */
export function toDraftFoto(
  mediaId: string,
  cut: Crop,
  { filter, adjustments }: Colours,
  altText: string,
): NewDraftFotoInput {
  const { ratio } = shapeNamed(cut.shape);
  return {
    mediaId,
    ratio,
    shape: cut.shape,
    crop: cut.box,
    rotation: cut.turn,
    filter,
    adjustments,
    altText,
  };
}

/** The crop that a draft keeps. A shape that this version does not know becomes one of the same ratio. */
export function cropOf(foto: DraftFoto): Crop {
  const { ratio, crop, rotation, width, height } = foto;
  const cut = presentCrop({ width, height, ratio }, crop && { ratio, crop, rotation });
  const isKnown = SHAPES.some(({ name }) => name === foto.shape);
  return { ...cut, turn: rotation, shape: isKnown ? foto.shape : cut.shape };
}

import { createElement, Fragment, type ReactNode } from "react";

/** The parts of a message with elements in it, one after the other. */
export const richText = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);

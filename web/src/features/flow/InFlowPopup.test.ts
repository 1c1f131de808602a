import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Me } from "../../api";
import { ViewerProvider } from "../identity/Viewer";
import InFlowPopup from "./InFlowPopup";

it("isolates the other member's name, which may run the other way, from its sentence", () => {
  const other = { username: "sara", fullName: "שרה לוי", imageUrl: "" };
  const children = createElement(InFlowPopup, { other });
  const viewer = { imageUrl: "" } as Me;
  const drawn = renderToStaticMarkup(createElement(ViewerProvider, { viewer, children }));
  expect(drawn).toContain("You and <bdi>שרה לוי</bdi> are now in mutual connection.");
});

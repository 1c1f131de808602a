import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/syne/wght.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { Toasts } from "../ui/Toast";
import { routes } from "./routes";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
    <Toasts />
  </StrictMode>,
);

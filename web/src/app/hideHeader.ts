/** So far the member scrolls in one direction before the header follows. */
const STEP_PX = 24;
/** While the page is less far down, the header stays. */
const NEAR_TOP_PX = 80;

/** The header leaves when the member scrolls down, and returns when they scroll up: Shell.module.css draws it. */
export function hideHeaderOnScroll(): void {
  const { dataset } = document.documentElement;
  let turn = window.scrollY;
  const look = () => {
    const y = Math.max(0, window.scrollY);
    const isHidden = dataset.header === "hidden";
    // The furthest point in the direction in which the header stays as it is.
    turn = isHidden ? Math.max(turn, y) : Math.min(turn, y);
    if (!isHidden && y > NEAR_TOP_PX && y > turn + STEP_PX) dataset.header = "hidden";
    else if (isHidden && (y <= NEAR_TOP_PX || y < turn - STEP_PX)) delete dataset.header;
    else return;
    turn = y;
  };
  window.addEventListener("scroll", look, { passive: true });
}

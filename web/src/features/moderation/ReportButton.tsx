import { useState } from "react";
import { Drawing } from "../../ui/Icon";
import { lazyDialog } from "../../ui/lazyWithRetry";
import styles from "./ReportButton.module.css";
import type { Subject } from "./subject";

const FLAG = "M6 21V4M6 4.500h12l-2.500 4 2.500 4H6";

export const ReportDialog = lazyDialog(
  async () => (await import("./ReportDialog")).ReportDialog,
  ({ subject }) => subject !== null,
);

/** A flag that reports what it stands beside; `label` names that. */
export function ReportButton({
  subject,
  label,
  className,
}: {
  subject: Subject;
  label: string;
  className?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Flag label={label} className={className} onPress={() => setOpen(true)} />
      <ReportDialog subject={isOpen ? subject : null} onClose={() => setOpen(false)} />
    </>
  );
}

/** The flag by itself, for a part of the page that opens the dialog. */
export function Flag({
  label,
  className = "",
  onPress,
}: {
  label: string;
  className?: string | undefined;
  onPress: () => void;
}) {
  return (
    <button type="button" className={`${styles.flag} ${className}`} aria-label={label} onClick={onPress}>
      <Drawing path={FLAG} />
    </button>
  );
}

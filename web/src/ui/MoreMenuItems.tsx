import { Menu as Base } from "@base-ui/react/menu";
import { Icon } from "./Icon";
import buttonStyles from "./IconButton.module.css";
import type { MoreMenuItem } from "./MoreMenu";
import styles from "./MoreMenuItems.module.css";

/** Opens as soon as it is mounted: it was fetched because the member pressed the button. */
export default function MoreMenuItems({ label, items }: { label: string; items: MoreMenuItem[] }) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger className={buttonStyles.button} aria-label={label}>
        <Icon name="more" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {items.map((item) =>
              "href" in item ? (
                <Base.LinkItem
                  key={item.words}
                  className={styles.item}
                  href={item.href}
                  closeOnClick
                  {...(item.isDownload ? { download: "" } : { target: "_blank", rel: "noopener" })}
                >
                  {item.words}
                </Base.LinkItem>
              ) : (
                <Base.Item
                  key={item.words}
                  className={styles.item}
                  data-danger={item.isDanger || undefined}
                  onClick={item.onPick}
                >
                  {item.words}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

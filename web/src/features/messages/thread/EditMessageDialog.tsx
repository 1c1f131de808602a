import { useMutation } from "convex/react";
import { api, type Message } from "../../../api";
import { limits } from "../../../callLimits";
import * as words from "../../../locales/messageEditing";
import { EditTextDialog } from "../../../ui/EditTextDialog";
import { kindOf } from "../emoji/kind";

/** The text of the member's own message, to be changed. */
export default function EditMessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const edit = useMutation(api.messages.editMessage);
  return (
    <EditTextDialog
      title={words.editTitle()}
      fields={[
        {
          label: words.field(),
          text: message.encryptedContent,
          most: limits["messages:editMessage"].content.maxLength,
          rows: 4,
        },
      ]}
      save={(content = "") => edit({ messageId: message._id, content, type: kindOf(content.trim()) })}
      saved={words.saved()}
      couldntSave={words.couldntSave()}
      onClose={onClose}
    />
  );
}

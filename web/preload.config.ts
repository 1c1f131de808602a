import type { Plugin, Rolldown } from "vite";

const APP = "src/app/main.tsx";
const LIVE = "src/app/Live.tsx";
const IMPORT_MAP = /<script type="importmap">.*?<\/script>\s*/s;
const PLACE = "<!-- The server names here";
const MEMBERS = [APP, LIVE, "src/app/memberBundle.ts"];

/**
 * The modules that the route map combines for a page; `*` is every other page. A parameter after the question mark
 * names an overlay that the address opens over the page.
 */
const PAGES: Record<string, string[]> = {
  "/": [APP, "src/screens/Landing.tsx"],
  "/login": [APP, LIVE, "src/screens/Login.tsx"],
  "/get-started": [APP, LIVE, "src/screens/GetStarted.tsx"],
  "/reset-password": [APP, LIVE, "src/screens/ResetPassword.tsx"],
  "/homefeed": MEMBERS,
  "/homefeed?post": [...MEMBERS, "src/features/posts/PostPopup.tsx"],
  "/profile": [...MEMBERS, "src/screens/Profile.tsx"],
  "/intexted": [...MEMBERS, "src/screens/Intexted.tsx"],
  "/intexted?chat": [...MEMBERS, "src/screens/Intexted.tsx", "src/features/messages/chat/Chat.tsx"],
  "*": MEMBERS,
};

/** Which modules the feed has imported on demand ten seconds after its first foto, though nothing was touched. */
const IDLE = [
  ...MEMBERS,
  "src/app/BackgroundTasks.tsx",
  "src/app/ModerationTab.tsx",
  "src/app/deferredInit.ts",
  "src/app/offlineData.ts",
  "src/features/flow/InFlowPopup.tsx",
  "src/features/messages/inbox/UnreadBadge.tsx",
  "src/features/notifications/NotificationBar.tsx",
  "src/features/posts/CacheFeed.tsx",
  "src/features/posts/WallEnd.tsx",
  "src/features/posts/wall/WallZoom.tsx",
  "src/lib/blur.ts",
  "src/lib/pagesReducer.ts",
  "src/screens/FeedHead.tsx",
  "src/ui/PageNewestPill.tsx",
];
/** Moments of the feed, for `scripts/weigh.mjs`: the modules that a browser has imported by then. */
const MOMENTS = {
  "until the first foto": MEMBERS,
  "after ten seconds": IDLE,
  "with a foto open": [...IDLE, "src/features/posts/PostPopup.tsx"],
};

/** What each file and all that it imports consist of: when it runs, these are loaded. */
const loadedWith = new Map<string, ReadonlySet<string>>();

/** The files of the first script and of the route map. */
const first = new Set<string>();

/**
 * The scripts to fetch beside one that is imported on demand; its styles always are. For the first script, the page's head
 * names them. The route map would list nearly every file of the app, in the first load of each page: a screen's scripts are
 * found one step later, which takes no time where the app is installed.
 */
export const resolveDependencies = (
  _file: string,
  needed: string[],
  { hostId }: { hostId: string },
): string[] => (first.has(hostId) ? [] : needed.filter((one) => !loadedWith.get(hostId)?.has(one)));

/** Notes for `resolveDependencies` what is loaded, before the lists are written. */
export const loadedFiles = (): Plugin => ({
  name: "loaded-files",
  apply: "build",
  generateBundle: {
    order: "pre",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk") {
          loadedWith.set(chunk.fileName, filesOf([chunk], bundle));
          if (chunk.isEntry || chunk.facadeModuleId?.endsWith(`/${APP}`)) first.add(chunk.fileName);
        }
    },
  },
});

/**
 * Writes `preload-manifest.json`, the preload manifest: for each page the files that it begins with, without those that `index.html`
 * names itself. The server names them in the page's head, so that they load in parallel with the first script.
 */
export function preloadManifest(): Plugin {
  return {
    name: "preload-manifest",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const first = chunks.filter((chunk) => chunk.isEntry);
        const named = filesOf(first, bundle);
        const filesWith = (parts: string[]) => {
          const own = parts.flatMap((part) => {
            const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${part}`)));
            if (!holder) throw new Error(`${part} is not in the build`);
            // A module imported on demand out of a larger chunk has a small chunk of its own that leads there.
            return [holder, ...chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${part}`))];
          });
          return filesOf(own, bundle);
        };
        const pages = Object.entries(PAGES).map(([page, parts]) => [
          page,
          [...filesWith(parts)].filter((file) => !named.has(file)).sort(largestFirst(bundle)),
        ]);
        const moments = Object.entries(MOMENTS).map(([moment, parts]) => [
          moment,
          [...new Set([...named, ...filesWith(parts)])],
        ]);
        const weighed = JSON.stringify(Object.fromEntries(moments));
        this.emitFile({ type: "asset", fileName: ".moments.json", source: weighed });
        const source = JSON.stringify(Object.fromEntries(pages));
        this.emitFile({ type: "asset", fileName: "preload-manifest.json", source });
        beginWithImportMap(bundle["index.html"]);
        // The page holds it.
        delete bundle["importmap.json"];
      },
    },
  };
}

/** An import map counts only if the page has fetched no module before it, and preloading is fetching. */
function beginWithImportMap(page: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): void {
  if (page?.type !== "asset") throw new Error("the build has no index.html");
  const html = String(page.source);
  const [map] = IMPORT_MAP.exec(html) ?? [];
  if (!map || !html.includes(PLACE))
    throw new Error("index.html lacks its import map, or the place for preloads");
  page.source = html.replace(IMPORT_MAP, "").replace(PLACE, `${map.trim()}\n    ${PLACE}`);
}

/** Browsers fetch six files at a time over HTTP/1.1; the largest go first. */
function largestFirst(bundle: Rolldown.OutputBundle) {
  const size = (file: string) => {
    const made = bundle[file];
    return made?.type === "chunk" ? made.code.length : (made?.source.length ?? 0);
  };
  return (one: string, other: string) => size(other) - size(one);
}

/** The files of some chunks and of all that they import. */
function filesOf(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) => {
    if (chunk?.type !== "chunk" || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) visit(bundle[imported]);
  };
  for (const chunk of chunks) visit(chunk);
  return files;
}

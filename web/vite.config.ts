import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { translations } from "./locales.config";
import { loadedFiles, preloadManifest, resolveDependencies } from "./preload.config";
import { worker } from "./worker.config";

const server = "http://127.0.0.1:8080";
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

// Libraries have files without code of ours: they change less often than anything else here.
const REACT = /node_modules\/(react|react-dom|scheduler|convex\/dist\/esm\/(common|values))\//;
// The feed has a pagination of its own.
const CONVEX = /node_modules\/convex\/(?!dist\/esm\/react\/use_paginated_query\.)/;
// Every screen stands on this, the landing page too. The route map is in the file of src/app/main.tsx.
const LIBRARY =
  /src\/paths\.|src\/app\/(ErrorPage|Loading|oneTitle)\.|src\/ui\/(Button|ComingSoonButton|EmptyState|LastError|lazyWithRetry|Link|Progress|Router|Toast|Wordmark)\.|src\/lib\/(crossFade|deployment|history|http|importWithRetry|language|matchRoutes|motion|refusal|returnTo|scroll|storage|time)\.|src\/features\/identity\/signedIn\.|src\/locales\/(actions|connectivity|errors|time)\./;
// The connection to the server, for visitors and members.
const LIVE =
  /src\/(app\/(Live|client)|features\/identity\/session|locales\/session|lib\/inactivityTimeoutSocket)\./;
// Every member's screen, and the feed, in one chunk: as twenty chunks it would be larger, and discovered later.
const MEMBERS =
  /src\/(api\.ts|app\/(Connecting|memberBundle|Members|Shell|SkipLink|Menu\.module|MenuButton|Navigation)|screens\/HomeFeed|features\/(identity\/Viewer|safety\/Covered|posts\/(Foto|samePost|FotoWall|WallSkeleton|openPost|pages|preference|sources|filters|useAttempts|useFotos|wall\/columns)\.)|ui\/(Ago|Avatar|ErrorBoundary|Icon|LazyMenu|Masonry|useAtTop|useNow|usePaginatedSubscription|useVisibleArea)\.|lib\/(averageColour|masonry|paginatedList|zoomWall)\.|locales\/(feed|posts|shell)\.)/;
// Loaded after the first paint, on every member's screen.
const BACKGROUND =
  /node_modules\/idb-keyval\/|src\/(app\/(BackgroundTasks|ModerationTab|offlineData)|screens\/FeedHead|features\/(connectivity\/|moderation\/standing|flow\/(announcement|InFlowAnnouncer)|messages\/(chat\/chatCache|inbox\/UnreadBadge|outbox\/(outbox|OutboxRunner|outboxWorker|pendingFotos|uploadProgress))|nooks\/(hues|nooks|NookHues)|notifications\/(NotificationBar|useNotificationClicks|words)|posts\/(CacheFeed|PageFailure|WallEnd|wall\/WallSizes|feedCache|PreferenceToggle)|profiles\/QuoteBanner|identity\/lastMember|onboarding\/[Oo]nboarding|safety\/WordFilter|shortcuts\/(focus|settings|shortcutMap|Shortcuts))\.|ui\/(NewestPill\.module|LoadMore|useOptionalQuery|PageNewestPill|useLastNonNull)\.|lib\/(offlineStorage|text)\.|locales\/(moderationTab|newest|notifications|outbox|quote|shortcuts)\.)/;
// What stands under a post, in the popup and in a wall of one column.
const POST =
  /src\/(features\/(comments\/CommentsButton|posts\/(PostWords|ShareButton)|reactions\/Reactions)\.|ui\/(shareLink|useLongPress)\.|locales\/(reactions|viewer)\.)/;
// Shared by the screens with tabs.
const TABS =
  /src\/(ui\/(PageHeader|Search(Box|Results)|Tabs|useDebounced|useKeepPreviousResult|useTab)|features\/(posts\/FlickSkeleton|grids\/GridsSkeleton|people\/PersonRow)|locales\/people)\./;
const libraryPart = (name: string) =>
  fileURLToPath(new URL(`node_modules/@base-ui/react/${name}/index.mjs`, import.meta.url));

const namedIn = new Map<string, string>();

/** The name of a style in the page: its own, with a few letters for its file. */
function scopedName(name: string, file: string): string {
  const scoped = `${name}-${hashOf(relative(ROOT, file)).slice(0, 4)}`;
  const other = namedIn.get(scoped) ?? file;
  if (other !== file)
    throw new Error(`a style would have one name in ${file} and ${other}; take more letters`);
  namedIn.set(scoped, file);
  return scoped;
}

type Imports = (id: string) => readonly string[];

/** A module and all that it imports. */
function closureOf(id: string, importsOf: Imports, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of importsOf(id)) closureOf(imported, importsOf, found);
  return found;
}

const ofTabs = new Set<string>();
const ofPopups = new Set<string>();

/** What tabs import of their library, in two files: a popup needs only what it has in common with them. */
function partOfLibrary(id: string, importsOf: Imports): string | null {
  closureOf(libraryPart("tabs"), importsOf, ofTabs);
  closureOf(libraryPart("dialog"), importsOf, ofPopups);
  if (!ofTabs.has(id)) return null;
  return ofPopups.has(id) ? "controls" : "tabs";
}

// Without the screens themselves: a module that is imported both by name and on demand loses its exports in a group.
const PROFILE =
  /src\/(features\/(profiles\/(ChangePhoto|ProfileHead|ProfileWalls)|posts\/useUpload)|locales\/(profile|upload))\./;
const INBOX =
  /src\/features\/(flow\/Circles|messages\/(chat\/(ChatSkeleton|OpenWith)|inbox\/(ConversationMenuButton|ConversationRow|Inbox|UndoDeletion)|names|openChat))\.|src\/locales\/(inbox|messages|requests)\./;

// Shared by the three pages of signing in.
const SIGN_IN =
  /src\/(features\/identity\/(\w*Form|HostedButtons|hosted|identity|rules|dialogs)\.|ui\/Page\.|lib\/calendar\.|locales\/(identity|signUp|signUpRules)\.)/;

export default defineConfig({
  plugins: [react(), translations(), loadedFiles(), preloadManifest(), worker()],
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/media": server,
      "/dev": server,
    },
  },
  css: {
    modules: {
      // Without the number of the line, as is usual: a line more in a style would rename the script beside it.
      generateScopedName: scopedName,
    },
  },
  build: {
    target: "es2022",
    license: { fileName: "licenses.json" },
    // Files import each other by names that stay. Only the page's import map knows the names with a hash, so a change
    // renames the file that it is in, and no file that imports it.
    chunkImportMap: true,
    // The content security policy allows fonts and styles from this origin only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    // Files are listed in each other and in the page's import map; without names they are shorter.
    rollupOptions: {
      // For example, a message that `npm run locales` has not made into a function yet.
      onLog(level, log, handle) {
        if (log.code === "IMPORT_IS_UNDEFINED") throw new Error(log.message);
        handle(level, log);
      },
      output: {
        // As short as the builder allows: each name stands in several lists of the first load.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash][extname]",
        codeSplitting: {
          // A group holds what its pattern names: with all that it imports, the landing page would have begun with half of the app.
          includeDependenciesRecursively: false,
          groups: [
            { name: "react", test: REACT, priority: 2 },
            { name: "convex", test: CONVEX, priority: 1 },
            { name: "library", test: LIBRARY },
            { name: "live", test: LIVE },
            { name: "members", test: MEMBERS },
            { name: "background", test: BACKGROUND },
            {
              debugName: "controls and tabs",
              name: (id, context) =>
                partOfLibrary(id, (module) => context.getModuleInfo(module)?.importedIds ?? []),
            },
            { name: "post", test: POST },
            { name: "tabs", test: TABS },
            { name: "profile", test: PROFILE },
            { name: "inbox", test: INBOX },
            { name: "sign-in", test: SIGN_IN },
          ],
        },
      },
    },
  },
});

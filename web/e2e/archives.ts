/** Small archives of other places, as their exports are made. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PYTHON } from "./inflow";

const MAKER = fileURLToPath(new URL("archives.py", import.meta.url));
const SECONDS = 1_425_376_800; // March 3, 2015
const DAY = 86_400;

type File = [name: string, text: string] | [name: string, text: null, path: string];

function zip(folder: string, name: string, files: File[]): string {
  const output = join(folder, name);
  execFileSync(PYTHON, [MAKER, output], { input: JSON.stringify(files) });
  return output;
}

/** An archive of Instagram's with a post for each photo, and with a video of so many bytes. */
export function instagramArchive(folder: string, photos: string[], videoBytes: number): string {
  const video = join(folder, "video.mp4");
  writeFileSync(video, Buffer.alloc(videoBytes, "inflow"));
  const posts = photos.map((_, number) => ({
    media: [
      {
        uri: `media/posts/201503/${number}.jpg`,
        creation_timestamp: SECONDS + number * DAY,
        title: `Post ${number + 1}`,
      },
    ],
  }));
  const film = { uri: "media/posts/201503/film.mp4", creation_timestamp: SECONDS, title: "A film" };
  return zip(folder, "instagram-alice.zip", [
    ["your_instagram_activity/media/posts_1.json", JSON.stringify([...posts, { media: [film] }])],
    ...photos.map((path, number): File => [`media/posts/201503/${number}.jpg`, null, path]),
    [film.uri, null, video],
  ]);
}

/** An archive of another Inflow with a post to the cue and one to the sphere: see docs/archive-format.md. */
export function inflowArchive(folder: string, photos: [string, string]): string {
  const posts = photos.map((_, number) => ({
    id: `${"a".repeat(25)}${"bc"[number]}`,
    createdAt: `2024-06-0${number + 1}T10:00:00.000Z`,
    editedAt: null,
    caption: `Harbour ${number + 1}`,
    nook: "scenic",
    audience: number ? "sphere" : "cue",
    isArchived: false,
    withheld: null,
    isVideo: false,
    fotos: [
      {
        file: `photos/${number}.jpeg`,
        shown: null,
        altText: `A harbour, ${number + 1}`,
        ratio: "vertical",
        rotation: 0,
        crop: null,
        filter: "none",
        adjustments: { brightness: 100, contrast: 100, saturation: 100 },
        width: 400,
        height: 500,
      },
    ],
    video: null,
    duration: null,
  }));
  const archive = {
    format: "inflow-archive",
    version: 1,
    madeAt: "2024-07-01T10:00:00.000Z",
    product: "Harbour",
    member: {
      username: "alice",
      fullName: "Alice",
      quote: "",
      nook: "scenic",
      picture: null,
      pictureShown: null,
      joinedAt: "2024-05-01T10:00:00.000Z",
    },
    counts: {},
    missing: [],
  };
  return zip(folder, "harbour-2024-07-01.zip", [
    ["archive.json", JSON.stringify(archive)],
    ["posts.json", JSON.stringify(posts)],
    ["grids.json", "[]"],
    ["collections.json", "[]"],
    ...photos.map((path, number): File => [`photos/${number}.jpeg`, null, path]),
  ]);
}

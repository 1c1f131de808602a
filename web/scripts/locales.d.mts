export const PSEUDO: string;
export function readPart(language: string, part: string): Map<string, string>;
export function partsOf(language: string): string[];
export function compileEnglish(part: string): string;
export function compileTranslation(language: string, only?: readonly string[]): string;
export function generate(options?: { check?: boolean }): string[];

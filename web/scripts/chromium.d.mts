export const executablePath: string;
export const FLAGS: string[];

import { hashOf, type Random } from './random.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** All numbers of the story are 555-0100 to 555-0199 in one of these codes, reserved for fiction. */
export const areaCodes = words(`
  201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253
  254 256 260 262 267 269 270 272 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321
  323 325 330 331 334 336 337 339 346 347 351 352 360 361 385 386 401 402 404 405 406 407 408 409 410 412 413 414 415
  417 419 423 424 425 430 432 434 435 440 442 443 458 463 469 470 475 478 479 480 484 501 502 503 504 505 507 508 509
  510 512 513 515 516 517 518 520 530 531 534 539 540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601
  602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 628 629 630 631 636 641 646 650 651 657 660
  661 662 667 669 678 681 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 725 727 731 732 734
  737 740 743 747 754 757 760 762 763 765 769 770 772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 810 812
  813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 854 856 857 858 859 860 862 863 864 865 870 872 878 901
  903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 929 930 931 934 936 937 938 940 941 947 949
  951 952 954 956 959 970 971 972 973 978 979 980 984 985 989`);

const womensNames = words(`
  Abigail Aisha Alice Alicia Alma Amanda Amelia Amy Ana Andrea Angela Anika Anna Aurora Beatriz Bethany Brenda Brianna
  Camila Carla Carmen Carol Caroline Catherine Cecilia Chloe Christina Claire Clara Daniela Deborah Denise Diana Dolores
  Donna Dorothy Eileen Elena Elise Ella Emily Emma Erica Esther Eva Evelyn Fatima Fiona Frances Gabriela Genevieve Gloria
  Grace Hannah Heather Helen Holly Imani Ingrid Irene Isabel Jacqueline Jada Jane Jasmine Jenna Jessica Joan Joyce Judith
  Julia Karen Kavita Keisha Kelly Kimberly Latoya Laura Lauren Leah Lena Leticia Lillian Linda Lucia Lydia Mai Margaret
  Maria Marisol Martha Maya Megan Melissa Michelle Mira Monica Nadia Naomi Natalie Nicole Nina Nora Olivia Paige Pamela
  Patricia Paula Priscilla Rachel Rebecca Renee Rosa Ruth Sabrina Sandra Sara Shanice Sharon Sofia Stephanie Susan Sylvia
  Tamara Tanya Teresa Tiffany Valerie Vanessa Veronica Victoria Vivian Wendy Xiomara Yasmin Yolanda Yvonne Zoe`);

const mensNames = words(`
  Aaron Adam Adrian Ahmed Alan Albert Alejandro Andre Andrew Anthony Antonio Arthur Austin Benjamin Bernard Blake Brandon
  Brian Calvin Carlos Charles Christopher Cole Curtis Damon Daniel Darius David Dennis Derek Diego Dmitri Dominic Douglas
  Dwight Edgar Edward Elias Elliot Emmanuel Eric Ernesto Ethan Felix Fernando Frank Frederick Gabriel Garrett Gary George
  Gerald Gilbert Glenn Grant Gregory Harold Hassan Hector Henry Howard Hugo Ian Isaac Ivan Jack Jacob Jamal James Jason
  Javier Jeffrey Jerome Jesus Joel John Jonathan Jorge Jose Joseph Joshua Juan Julian Justin Keith Kenneth Kevin Kyle
  Lamar Larry Leon Leonard Liam Louis Lucas Luis Malik Manuel Marcus Mario Mark Martin Matthew Maurice Michael Miguel
  Minh Nathan Neil Nicholas Noah Oliver Omar Oscar Owen Patrick Paul Peter Philip Quentin Rafael Ralph Ravi Raymond
  Reginald Ricardo Robert Roberto Roger Roland Ronald Russell Ryan Samuel Scott Sean Sergio Seth Simon Stephen Steven
  Terrence Thomas Timothy Travis Trevor Victor Vincent Walter Warren Wayne William Xavier Zachary`);

const hispanicNames = words(`
  Acosta Alvarez Cabrera Cardenas Castillo Chavez Contreras Cortez Cruz Delgado Diaz Espinoza Estrada Flores Fuentes
  Garcia Gomez Gonzales Guerrero Hernandez Herrera Ibarra Jimenez Lopez Lozano Maldonado Martinez Medina Mendez
  Mendoza Montoya Morales Moreno Munoz Navarro Nunez Ortega Ortiz Padilla Pena Perez Ramirez Ramos Reyes Rivera
  Rodriguez Rojas Romero Rosales Ruiz Salazar Sanchez Santiago Serrano Solis Torres Trujillo Valdez Vargas Vasquez
  Velasco Zamora`);

const familyNames = [
  ...hispanicNames,
  ...words(`
  Abbott Adams Anderson Armstrong Atkins Bailey Baker Barnes Beck Bennett Berg Blackwell Boyd Bradley Brennan Brooks
  Bryant Burke Burton Campbell Carpenter Carter Chambers Chan Chen Clark Coleman Collins Cooper Crawford Cunningham
  Dalton Daniels Davidson Dawson Dixon Donovan Doyle Duncan Edwards Elliott Ellis Erickson Evans Farrell Ferguson
  Fischer Fleming Foster Franklin Freeman Gallagher Gardner Gibson Gill Graham Grant Greene Griffin Gupta Hale
  Hamilton Hansen Harper Harrington Hart Hawkins Hayes Henderson Hicks Hoffman Holland Holmes Howell Hughes Hunter
  Hussain Ingram Iyer Jackson Jacobs James Jensen Johnson Jordan Kaplan Keller Kennedy Khan Kim Kowalski Lambert
  Larsen Lawson Le Lee Leonard Lewis Lindsey Logan Lowe Lynch Marsh Mason McBride McCoy McDaniel McKenzie Meyer
  Miller Mitchell Moody Morgan Morris Murphy Myers Nelson Newton Nguyen Nichols Norris Novak OBrien Olsen Osborne
  Owens Palmer Park Parker Patel Patterson Pearson Perkins Peterson Pham Phillips Pierce Pratt Quinn Reed Reeves
  Reid Reynolds Rhodes Rice Robbins Roberts Robinson Rossi Rowe Russell Sanders Schmidt Schneider Schultz Shah Shaw
  Simmons Singh Snyder Spencer Stein Stevens Stewart Stone Sullivan Sutton Suzuki Swanson Sweeney Tanaka Taylor
  Thomas Thornton Tran Tucker Turner Tyler Underwood Vaughn Wade Walker Wallace Walsh Walters Warner Watkins Weaver
  Webb Weber Wheeler Whitaker White Wilkins Williams Willis Wise Wong Wright Yang Yates Young Ziegler Zimmerman`),
];

export interface Person {
  first: string;
  last: string;
  gender: 'Female' | 'Male';
}

/** Share a phone number; the same number always gives the same people. */
export interface Household {
  phone: string;
  last: string;
  woman: string;
  man: string;
  spanish: boolean;
}

const cache = new Map<string, Household>();

export function householdOf(phone: string): Household {
  let household = cache.get(phone);
  if (household === undefined) {
    const hash = hashOf(phone);
    const last = familyNames[hash % familyNames.length] as string;
    household = {
      phone,
      last: last === 'OBrien' ? "O'Brien" : last,
      woman: womensNames[(hash >>> 7) % womensNames.length] as string,
      man: mensNames[(hash >>> 13) % mensNames.length] as string,
      spanish: hash % familyNames.length < hispanicNames.length && hash % 3 !== 0,
    };
    cache.set(phone, household);
  }
  return household;
}

export function drawPerson(random: Random): Person {
  const gender = random.chance(0.72) ? 'Female' : 'Male';
  return {
    first: random.pick(gender === 'Female' ? womensNames : mensNames),
    last: random.pick(familyNames),
    gender,
  };
}

export function drawFirstName(random: Random): string {
  return random.pick(random.chance(0.5) ? womensNames : mensNames);
}

/** E.164; suffix 0 to 99. */
export function fictionalNumber(areaCode: string, suffix: number): string {
  return `+1${areaCode}55501${suffix < 10 ? '0' : ''}${suffix}`;
}

"""The subjects of the demo, each with its photographs.

The first dozen comes with scikit-learn and scikit-image, the others with npm packages. All are installed for
development. Nothing is fetched, and nothing of them is part of Inflow. Who took the photographs, and on what terms they
may be used, stands in docs/demo.md.
"""

from __future__ import annotations

from typing import Final

from inflow.app.demo.pictures import Picture, View

_PAPER = "paper-kit-2/assets/img"
_SOFT = "soft-ui-design-system/assets/img"
_MATERIAL = "material-kit/assets/img"
_SLIDER = "bxslider/docs_src/assets/img"


def _of(folder: str, name: str, shows: str, *more: View) -> Picture:
    """A photograph of an npm package: the whole, and parts of it."""
    package, _, path = folder.partition("/")
    return Picture(package, f"{path}/{name}", (View(shows, 0, 0, 1, 1), *more))


def _tall(shows: str, left: float, width: float) -> View:
    """An upright part of a photograph, as high as the whole."""
    return View(shows, left, 0, width, 1)


SUBJECTS: Final[dict[str, tuple[Picture, ...]]] = {
    "pavilion": (
        Picture(
            "sklearn",
            "datasets/images/china.jpg",
            (
                View("A red and green pavilion with three roofs above a lake", 0, 0, 1, 1),
                View("The two upper roofs of a pavilion against a pale sky", 0.12, 0.02, 0.42, 0.55),
                View("Painted galleries between the roofs of a pavilion", 0.1, 0.28, 0.46, 0.5),
                View("A lake in haze, with a low island far out", 0.48, 0.32, 0.5, 0.4),
                View("A pavilion from its foot in the trees to its tip", 0.1, 0.04, 0.48, 0.94),
                View("Treetops in front of a wide lake", 0.5, 0.34, 0.5, 0.66),
            ),
        ),
    ),
    "dahlia": (
        Picture(
            "sklearn",
            "datasets/images/flower.jpg",
            (
                View("An orange dahlia in front of dark leaves", 0, 0, 1, 1),
                View("A dahlia's petals, row upon row", 0.27, 0.18, 0.42, 0.66),
                View("The heart of a dahlia, close", 0.35, 0.32, 0.27, 0.4),
                View("A dahlia at the right edge of a dark garden", 0, 0.05, 0.62, 0.9),
                View("A dahlia and the top of another one below it", 0.26, 0.16, 0.46, 0.84),
            ),
        ),
    ),
    "coffee": (
        Picture(
            "skimage",
            "data/coffee.png",
            (
                View("A red cup of espresso on a wooden table", 0, 0, 1, 1),
                View("Espresso in a white-rimmed cup, from above", 0.24, 0.02, 0.48, 0.6),
                View("A spoon on a red saucer", 0.45, 0.48, 0.34, 0.46),
                View("A red cup and saucer, tall", 0.14, 0.02, 0.6, 0.96),
                View("The grain of a wooden table beside a red saucer", 0.56, 0.3, 0.44, 0.7),
            ),
        ),
        _of(_SLIDER, "photo6.jpeg", "White enamel mugs on a wooden table", _tall("Two mugs, close", 0.5, 0.45)),
    ),
    "cat": (
        Picture(
            "skimage",
            "data/chelsea.png",
            (
                View("A tabby cat looking past the camera", 0, 0, 1, 1),
                View("A tabby cat's face, close", 0.14, 0.02, 0.7, 0.96),
                View("Two green eyes", 0.26, 0.16, 0.54, 0.46),
                View("A pink nose and many whiskers", 0.36, 0.5, 0.44, 0.48),
            ),
        ),
    ),
    "launch": (
        Picture(
            "skimage",
            "data/rocket.jpg",
            (
                View("A rocket on its pad at dusk between four lattice towers", 0, 0, 1, 1),
                View("A white rocket, lit from below", 0.36, 0.16, 0.3, 0.84),
                View("A lattice tower against a deep blue sky", 0, 0.02, 0.34, 0.92),
                View("The lights of a launch pad", 0.08, 0.58, 0.6, 0.42),
                View("The upper half of a rocket in the blue hour", 0.3, 0.2, 0.46, 0.5),
            ),
        ),
    ),
    "astronaut": (
        Picture(
            "skimage",
            "data/astronaut.png",
            (
                View("An astronaut in an orange suit in front of a flag and a model of the shuttle", 0, 0, 1, 1),
                View("An astronaut, smiling", 0.18, 0, 0.5, 0.5),
                View("A model of the space shuttle", 0.68, 0, 0.3, 0.56),
                View("A round patch on an orange suit", 0.14, 0.6, 0.36, 0.38),
                View("A white helmet with a black visor", 0.54, 0.64, 0.46, 0.36),
            ),
        ),
    ),
    "deep field": (
        Picture(
            "skimage",
            "data/hubble_deep_field.jpg",
            (
                View("Hundreds of galaxies in a black sky", 0, 0, 1, 1),
                View("Galaxies, red and blue", 0.1, 0.06, 0.5, 0.46),
                View("Galaxies around two bright stars", 0.5, 0.4, 0.46, 0.44),
                View("A handful of galaxies, close", 0.22, 0.64, 0.4, 0.34),
                View("A tall piece of the night, full of galaxies", 0.6, 0.02, 0.38, 0.9),
            ),
        ),
    ),
    "moon": (
        Picture(
            "skimage",
            "data/moon.png",
            (
                View("Craters on the moon in low light", 0, 0, 1, 1),
                View("A row of dark hollows on the moon", 0.14, 0.3, 0.6, 0.7),
                View("Bright and dark spots on grey ground", 0.3, 0.04, 0.66, 0.5),
            ),
        ),
    ),
    "cameraman": (
        Picture(
            "skimage",
            "data/camera.png",
            (
                View("A man in a dark coat behind a camera on a tripod", 0, 0, 1, 1),
                View("A man looking into a camera", 0.2, 0.06, 0.5, 0.46),
                View("A tripod on a lawn", 0.4, 0.38, 0.46, 0.62),
                View("A white tower behind a wide lawn", 0.66, 0.18, 0.34, 0.4),
            ),
        ),
    ),
    "bricks": (
        Picture(
            "skimage",
            "data/brick.png",
            (
                View("A pavement of dark bricks", 0, 0, 1, 1),
                View("Bricks and their pale joints, close", 0.1, 0.5, 0.6, 0.46),
                View("Long rows of bricks", 0.3, 0, 0.4, 0.9),
            ),
        ),
    ),
    "grass": (
        Picture(
            "skimage",
            "data/grass.png",
            (
                View("Grass with clover in it, from above", 0, 0, 1, 1),
                View("Blades of grass and a few leaves", 0.3, 0.1, 0.56, 0.44),
                View("A tangle of dry grass", 0.1, 0.5, 0.5, 0.5),
            ),
        ),
    ),
    "gravel": (
        Picture(
            "skimage",
            "data/gravel.png",
            (
                View("Gravel, every stone a different one", 0, 0, 1, 1),
                View("Grey stones, close", 0.3, 0.3, 0.5, 0.42),
                View("A path of gravel", 0.1, 0, 0.5, 0.8),
            ),
        ),
    ),
    "mountains": (
        _of(
            _MATERIAL,
            "bg7.jpg",
            "Snow-covered peaks above a sea of clouds",
            _tall("A dark rock that rises out of the clouds", 0.4, 0.42),
        ),
        _of(
            _PAPER,
            "antoine-barres.jpg",
            "Mountains and clouds, mirrored in a still fjord",
            _tall("A fjord between steep slopes, tall", 0.1, 0.4),
        ),
        _of(
            _PAPER,
            "login-image.jpg",
            "The moon above a dark ridge with snow on it",
            _tall("A little snow and a small moon", 0.28, 0.36),
        ),
        _of(_SOFT, "blog7-2.jpg", "Houses above a beach, and mountains with snow behind them"),
        _of(
            _MATERIAL,
            "bg3.jpg",
            "A road that winds along a green cliff",
            _tall("A narrow road between a cliff and a valley", 0.36, 0.4),
        ),
        _of(
            _SOFT,
            "blog7-1.jpg",
            "A person in a red shirt above a bend of a river in a canyon",
            _tall("A person looks down into a canyon", 0.28, 0.5),
        ),
    ),
    "shore": (
        _of(
            _SLIDER,
            "photo2.jpeg",
            "The fin of a surfboard on a beach at sunset",
            _tall("A turquoise fin in front of the surf", 0.28, 0.4),
        ),
        _of(_SLIDER, "photo3.jpeg", "Palms against an evening sky", _tall("Two palms in the last light", 0.38, 0.42)),
        _of(
            _MATERIAL,
            "bg2.jpg",
            "A red band of sunset above a still, violet bay",
            _tall("Stones in a bay after sunset", 0.6, 0.36),
        ),
        _of(_MATERIAL, "bg.jpg", "Fog that comes down over wooded hills at a lake"),
        _of(
            _SLIDER,
            "photo1.jpeg",
            "White sails from below, against the sun",
            _tall("A mast between two sails", 0.4, 0.4),
        ),
    ),
    "woods": (
        _of(_SLIDER, "photo5.jpeg", "Firs in fog", _tall("The tips of firs in white fog", 0.1, 0.42)),
        _of(
            _SLIDER,
            "photo4.jpeg",
            "A woman who sits in a clearing, in the last sun",
            _tall("A woman in black among autumn leaves", 0.36, 0.42),
        ),
    ),
    "canals": (
        _of(
            _PAPER,
            "fabio-mangione.jpg",
            "Houses in every colour along a canal at dusk",
            _tall("Moored boats between red and blue houses", 0.3, 0.5),
        ),
        _of(
            _PAPER,
            "federico-beccari.jpg",
            "A canal under violet clouds, its lamps lit",
            _tall("Boats on water that is as violet as the sky", 0.3, 0.5),
        ),
        _of(
            _PAPER,
            "joshua-stannard.jpg",
            "Gondolas and a lagoon, with an island far out",
            _tall("Poles, gondolas and a tower behind the water", 0.2, 0.5),
        ),
        _of(
            _PAPER,
            "soroush-karimi.jpg",
            "A white bridge high above a narrow canal",
            _tall("A covered bridge between two walls", 0.32, 0.46),
        ),
        _of(_SOFT, "anastasia.jpg", "Narrow brick houses along the water"),
    ),
    "cities": (
        _of(
            _PAPER,
            "bruno-abatti.jpg",
            "A red sky above a palace on a river",
            _tall("Towers and a stone bridge at dusk", 0.08, 0.5),
        ),
        _of(
            _PAPER,
            "daniel-olahh.jpg",
            "An arched bridge at night, with its lights in the river",
            _tall("The arch of a bridge against a purple sky", 0.02, 0.5),
        ),
        _of(
            _PAPER,
            "daniel-olahs.jpg",
            "Red roofs between two church towers, before a storm",
            _tall("A church tower and a dark sky", 0.62, 0.38),
        ),
        _of(
            _PAPER,
            "uriel-soberanes.jpg",
            "A glass pyramid in front of a palace at night",
            _tall("A lit pyramid under stars", 0.24, 0.5),
        ),
        _of(
            _MATERIAL,
            "profile_city.jpg",
            "Skyscrapers in the haze of an evening",
            _tall("The tallest tower of a skyline, in gold", 0.3, 0.36),
        ),
        _of(
            _MATERIAL,
            "city-profile.jpg",
            "A city at night from above, in black and white",
            _tall("A lit road that cuts through a dark city", 0.16, 0.36),
        ),
        _of(_MATERIAL, "city.jpg", "Sun that breaks through clouds above a grey city"),
        _of(
            _SOFT,
            "blog7-3.jpg",
            "A golden ship of a temple at a lake, under a pink sky",
            _tall("A golden roof and its reflection", 0.5, 0.5),
        ),
    ),
    "portraits": (
        _of(_MATERIAL, "examples/clem-onojegaw.jpg", "A man in a red plaid shirt who rolls up his sleeve"),
        _of(_MATERIAL, "examples/studio-2.jpg", "A woman in an orange shirt on a white footbridge"),
        _of(_MATERIAL, "examples/studio-3.jpg", "A person in a leather jacket in front of stairs, in black and white"),
        _of(_MATERIAL, "examples/studio-5.jpg", "A woman in a striped pullover on a stony shore"),
        _of(_SOFT, "brooke.jpg", "A woman in a red pullover in front of an ochre wall"),
        _of(_SOFT, "charles.jpg", "A man in a football shirt, laughing"),
        _of(_SOFT, "ivana.jpg", "A person in a grey hood who laughs behind curls"),
        _of(_SOFT, "jordan.jpg", "A man with a yellow cap, thinking"),
        _of(_SOFT, "kal-visuals.jpg", "A woman in a striped dress, smiling, in front of turquoise"),
        _of(_SOFT, "marie.jpg", "A woman with red hair beside a blue beam"),
        _of(_SOFT, "team-1.jpg", "A woman with long hair in front of a pink wall"),
        _of(_SOFT, "team-2.jpg", "A man with sunglasses in front of orange, from the side"),
        _of(_SOFT, "team-3.jpg", "A man with glasses who turns up his collar"),
        _of(_SOFT, "team-4.jpg", "A man in a dark pullover, from the side"),
    ),
    "street style": (
        _of(_MATERIAL, "examples/clem-onojeghuo.jpg", "Two people in blue and green prints, walking"),
        _of(_MATERIAL, "examples/cynthia-del-rio.jpg", "A pink backpack on a yellow shirt"),
        _of(_MATERIAL, "examples/mariya-georgieva.jpg", "Men in bright suits at a show"),
    ),
    "rooms": (
        _of(_SOFT, "ivancik.jpg", "A person at a table in an entirely blue room"),
        _of(
            _SOFT,
            "nastuh.jpg",
            "A table and chairs in a large, empty hall",
            _tall("Chairs in the light of tall windows", 0.3, 0.46),
        ),
        _of(_SOFT, "toa-heftiba.jpg", "Two people talk in a bright room behind a grey sofa"),
        _of(
            _SOFT,
            "office-dark.jpg",
            "People in a lit room, seen through dark glass",
            _tall("A lit room at the end of the day", 0.02, 0.5),
        ),
    ),
    "desks": (
        _of(
            _SOFT,
            "annie-spratt.jpg",
            "Friends with laptops around one table",
            _tall("Two laptops and a conversation", 0.1, 0.5),
        ),
        _of(_SOFT, "card-3.jpg", "A person at a long desk, from above"),
        _of(_SOFT, "meeting.jpg", "Four people at a table in an office"),
        _of(
            _SOFT,
            "card-2.jpg",
            "A glass of tea beside a tablet on a wooden table",
            _tall("Tea in a glass, from above", 0.5, 0.5),
        ),
    ),
    "car": (
        _of(
            _PAPER,
            "ilya-yakover.jpg",
            "A small yellow car in front of a stone wall",
            _tall("The bonnet and the lights of a yellow car", 0.05, 0.5),
        ),
    ),
}
